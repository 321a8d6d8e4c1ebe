// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { forgetToast } from './testing/shown-toast.ts'
import { toast } from './toast.ts'
import { Toasts } from './toasts.tsx'

afterEach(() => {
  forgetToast()
  cleanup()
})

const title = 'Email required'
/** Lasts longer than any delay of a busy machine. Toasts close themselves after five seconds. */
const lastingToast = { title, durationMs: 600_000 }
const control = (name: string) => screen.getByRole('button', { name })

/** Shows an open dialog with two buttons, of which the first has the focus, and then a toast. */
const show = async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  render(
    <>
      <Dialog open onOpenChange={onOpenChange} title="Reset your password">
        <button type="button">Send</button>
        <button type="button">Later</button>
      </Dialog>
      <Toasts />
    </>,
  )
  await waitFor(() => expect(document.activeElement).toBe(control('Send')))
  act(() => toast(lastingToast))
  await screen.findByText(title)
  return onOpenChange
}

const toastItem = () => document.querySelector<HTMLElement>('[data-variant]')
const isFocused = () => toastItem()?.contains(document.activeElement) === true

const reach = async () => {
  // The dialog learns in a later task where the toasts are.
  await waitFor(async () => {
    await userEvent.keyboard('[F8]')
    expect(document.activeElement?.closest('ol')).toBeTruthy()
  })
  await userEvent.tab()
  expect(isFocused()).toBe(true)
}

describe('a toast while a dialog is open', () => {
  test.each(['{Enter}', '{Escape}'])('is reached with F8 and closed with %s', async (key) => {
    const onOpenChange = await show()
    await reach()
    await userEvent.tab()
    expect(document.activeElement?.ariaLabel).toBe('Close')
    await userEvent.keyboard(key)
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    expect(document.activeElement).toBe(control('Send'))
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  test.each([
    ['forwards', 'Later', 2],
    ['backwards', 'Send', 1],
  ])('is left %s with the Tab key, to the dialog', async (direction, name, presses) => {
    await show()
    if (direction === 'backwards') await userEvent.tab()
    await reach()
    for (let i = 0; i < presses; i += 1) await userEvent.tab({ shift: direction === 'backwards' })
    await waitFor(() => expect(isFocused()).toBe(false))
    expect(document.activeElement).toBe(control(name))
  })

  test('is closed with Escape before the dialog, even if it was there first', async () => {
    const onOpenChange = vi.fn<(open: boolean) => void>()
    render(<Toasts />)
    act(() => toast(lastingToast))
    await screen.findByText(title)
    render(
      <Dialog open onOpenChange={onOpenChange} title="Reset your password">
        <button type="button">Send</button>
      </Dialog>,
    )
    await waitFor(() => expect(document.activeElement).toBe(control('Send')))
    await reach()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    expect(document.activeElement).toBe(control('Send'))
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  test('is not hidden from screen readers', async () => {
    await show()
    expect(toastItem()?.closest('[aria-hidden="true"]')).toBeNull()
  })

  test('is not hidden from screen readers if it was there before the dialog', async () => {
    render(<Toasts />)
    act(() => toast(lastingToast))
    await screen.findByText(title)
    const ignore = () => undefined
    render(<Dialog open onOpenChange={ignore} title="Reset your password" />)
    expect(toastItem()?.closest('[aria-hidden="true"]')).toBeNull()
  })
})
