// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type FormEvent } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { RadioCards } from './radio-cards.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

/** Shows a form whose only field gets an error, at once or after sending. */
const show = (sent?: Promise<void>, isChoice = false) => {
  const TestForm = () => {
    const [busy, setBusy] = useState(false)
    const [error, setError] = useState<string>()
    const send = async (event: FormEvent) => {
      event.preventDefault()
      if (!sent) return setError('Name is required')
      setBusy(true)
      await sent
      setError('Name is required')
      setBusy(false)
    }
    return (
      <Form busy={busy} noValidate onSubmit={(event) => void send(event)}>
        {isChoice ? (
          <RadioCards name="name" label="Name" options={[{ value: 'a', label: 'A' }]} error={error} />
        ) : (
          <TextField label="Name" error={error} />
        )}
        <Button type="submit" loading={busy}>
          Send
        </Button>
      </Form>
    )
  }
  render(
    <>
      <TestForm />
      <button type="button">Elsewhere</button>
    </>,
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const answer = (resolve: () => void) => act(async () => resolve())

// The error is the description of the field, which screen readers read out when it gets the focus.
describe('an error of a field', () => {
  test('gets the focus when it is shown at once', async () => {
    show()
    await press('Send')
    await screen.findByText('Name is required')
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  test('gets the focus when it is shown after sending', async () => {
    const { promise, resolve } = deferred()
    show(promise)
    await press('Send')
    await answer(resolve)
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  test('gets the focus in a group of choices', async () => {
    const { promise, resolve } = deferred()
    show(promise, true)
    await press('Send')
    await answer(resolve)
    expect(document.activeElement).toBe(screen.getByLabelText('A'))
  })

  test('does not take the focus from something outside the form', async () => {
    const { promise, resolve } = deferred()
    show(promise)
    await press('Send')
    await press('Elsewhere')
    await answer(resolve)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
  })
})
