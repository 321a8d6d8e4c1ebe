// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { PlainToast } from './plain-toast.tsx'
import { forgetToast } from './testing/shown-toast.ts'
import { toast } from './toast.ts'

afterEach(() => {
  vi.useRealTimers()
  forgetToast()
  cleanup()
})

const closeButton = () => within(screen.getByRole('alert')).getByRole('button', { name: 'Close' })

describe('PlainToast', () => {
  test('shows a toast and removes it after five seconds', () => {
    vi.useFakeTimers()
    render(<PlainToast />)
    expect(screen.getByRole('alert').textContent).toBe('')
    act(() => toast({ title: 'Unable to start checkout', description: 'Please try again in a moment.' }))
    expect(screen.getByRole('alert').textContent).toBe(
      'Unable to start checkoutPlease try again in a moment.',
    )
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('marks an error, and nothing else', () => {
    render(<PlainToast />)
    const variant = () => screen.getByRole('alert').dataset.variant
    act(() => toast({ title: 'Unable to start checkout', variant: 'destructive' }))
    expect(variant()).toBe('destructive')
    act(() => toast({ title: 'Details saved' }))
    expect(variant()).toBeUndefined()
  })

  test('removes a toast that the visitor closes', () => {
    render(<PlainToast />)
    act(() => toast({ title: 'Unable to start checkout' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('can be heard and closed while a dialog is open, which stays open', async () => {
    const onOpenChange = vi.fn<() => void>()
    render(
      <>
        <PlainToast />
        <Dialog open onOpenChange={onOpenChange} title="Cancel your subscription" />
      </>,
    )
    act(() => toast({ title: 'Error' }))
    // The styles of the toast allow pointer events, and are not loaded in this test.
    await userEvent.setup({ pointerEventsCheck: 0 }).click(closeButton())
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(onOpenChange).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('stays while the keyboard is in it', () => {
    vi.useFakeTimers()
    render(<PlainToast />)
    act(() => toast({ title: 'Error' }))
    act(() => closeButton().focus())
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByRole('alert').textContent).toBe('Error')
    act(() => closeButton().blur())
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('returns the focus to the control that had it', async () => {
    render(
      <>
        <button type="button">Buy one-time access</button>
        <PlainToast />
      </>,
    )
    act(() => toast({ title: 'Unable to start checkout' }))
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Buy one-time access' }))
  })
})

describe('a plain toast while a dialog is open', () => {
  /** Shows an open dialog with a button, which has the focus, and a toast. */
  const show = async () => {
    const onOpenChange = vi.fn<() => void>()
    render(
      <>
        <PlainToast />
        <Dialog open onOpenChange={onOpenChange} title="Cancel your subscription">
          <button type="button">Confirm</button>
        </Dialog>
      </>,
    )
    act(() => toast({ title: 'Error' }))
    const button = screen.getByRole('button', { name: 'Confirm' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    // The dialog learns in a later task where the toast is.
    await waitFor(async () => {
      await userEvent.keyboard('{F8}')
      expect(document.activeElement).toBe(closeButton())
    })
    return { onOpenChange, button }
  }

  test.each(['{Enter}', '{Escape}'])('is reached with F8 and closed with %s', async (key) => {
    const { onOpenChange, button } = await show()
    await userEvent.keyboard(key)
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(document.activeElement).toBe(button)
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  test.each([false, true])('is left with the Tab key, to the dialog (with Shift: %s)', async (shift) => {
    const { button } = await show()
    await userEvent.tab({ shift })
    expect(document.activeElement).toBe(button)
    expect(screen.getByRole('alert').textContent).toBe('Error')
  })
})
