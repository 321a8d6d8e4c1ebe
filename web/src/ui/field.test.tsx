// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { RadioCards } from './radio-cards.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

/** A form that checks its fields when the first one is left. */
const Form = () => {
  const [error, setError] = useState<string>()
  return (
    <>
      <TextField label="Name" error={error} onBlur={() => setError('Name is required')} />
      <RadioCards label="Country" options={[{ value: 'wales', label: 'Wales' }]} error={error} />
      <button type="button" onClick={() => setError(undefined)}>
        Save
      </button>
    </>
  )
}

const errors = () => screen.queryAllByText('Name is required').length
const isInvalid = () => screen.getByLabelText('Name').getAttribute('aria-invalid')

describe('the error of a field that is left', () => {
  test('appears once the press that leaves the field has ended', async () => {
    render(<Form />)
    await userEvent.click(screen.getByLabelText('Name'))
    const pointer = userEvent.setup()
    await pointer.pointer({ keys: '[MouseLeft>]', target: document.body })
    expect([errors(), isInvalid()]).toEqual([0, null])
    await pointer.pointer({ keys: '[/MouseLeft]', target: document.body })
    expect(await screen.findAllByText('Name is required')).toHaveLength(2)
    expect(isInvalid()).toBe('true')
  })

  test('appears immediately if the field is left with the keyboard', async () => {
    render(<Form />)
    await userEvent.click(screen.getByLabelText('Name'))
    await userEvent.tab()
    expect(errors()).toBe(2)
  })

  test('does not appear for a press whose click corrects it', async () => {
    render(<Form />)
    await userEvent.click(screen.getByLabelText('Name'))
    const pointer = userEvent.setup()
    await pointer.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Save' }) })
    expect(errors()).toBe(0)
    await pointer.pointer({ keys: '[/MouseLeft]' })
    // The press has ended one task after its click.
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(errors()).toBe(0)
  })

  // The inline script of the page repeats presses that came before the app: see `shared/values/before-paint.ts`.
  test('appears after a repeated press, which has no release', async () => {
    render(<Form />)
    const save = screen.getByRole('button', { name: 'Save' })
    save.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    act(() => save.click())
    act(() => screen.getByLabelText('Name').focus())
    act(() => screen.getByLabelText('Name').blur())
    expect(await screen.findAllByText('Name is required')).toHaveLength(2)
  })

  test.each(['contextmenu', 'pointercancel', 'blur'])('appears when a press ends with %s', async (type) => {
    render(<Form />)
    await userEvent.click(screen.getByLabelText('Name'))
    await userEvent.pointer({ keys: '[MouseLeft>]', target: document.body })
    expect(errors()).toBe(0)
    window.dispatchEvent(new Event(type))
    expect(await screen.findAllByText('Name is required')).toHaveLength(2)
  })
})
