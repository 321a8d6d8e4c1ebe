// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { lazyForms } from './lazy-forms.ts'

afterEach(() => {
  cleanup()
  forgetToast()
})

/** A page with a form whose code does not arrive on the first attempt. */
const pageWithForm = () => {
  let attempts = 0
  const { useForms } = lazyForms(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('The connection was lost.')
    return { Form: () => <p>The form</p> }
  })
  const Page = () => {
    const [isOpen, setOpen] = useState(false)
    const forms = useForms(isOpen, () => setOpen(false))
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && forms ? <forms.Form /> : null}
      </>
    )
  }
  return <Page />
}

describe('a form that is loaded when it is opened', () => {
  test('closes the toast of the failure once it has been loaded', async () => {
    render(pageWithForm())
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(toastText()).toMatch(/^This form could not be loaded/))
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('The form')).toBeTruthy()
    await waitFor(() => expect(toastText()).toBe(''))
  })
})
