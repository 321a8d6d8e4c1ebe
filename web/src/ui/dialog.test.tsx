// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { forgetToast, toastText } from './testing/shown-toast.ts'
import ToastViewport from './toast-viewport.tsx'
import { toast } from './toast.ts'

afterEach(() => {
  cleanup()
  forgetToast()
})

test('breaks a long email address in the description after the at sign', () => {
  render(
    <Dialog
      open
      onOpenChange={vi.fn<(open: boolean) => void>()}
      title="A dialog"
      description="The account of sam@agents.example."
    />,
  )
  const description = screen.getByText('The account of sam@agents.example.')
  expect(description.innerHTML).toBe('The account of sam@<wbr>agents.example.')
})

test('closes on Escape before a toast that appeared after it', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  const page = (
    <>
      <Dialog open onOpenChange={onOpenChange} title="A dialog" />
      <ToastViewport />
    </>
  )
  const { rerender } = render(page)
  toast({ title: 'A toast' })
  rerender(page)
  expect(await screen.findByText('A toast')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
  expect(toastText()).toBe('A toast')
})

describe('the focus after a dialog', () => {
  const ignore = () => undefined

  /** Shows a page with a button, and returns a function that opens the dialog with this title in place of any other. */
  const showPage = () => {
    const page = (title?: string) => (
      <>
        <button type="button">Open</button>
        {title === undefined ? null : <Dialog key={title} open onOpenChange={ignore} title={title} />}
      </>
    )
    const { rerender } = render(page())
    return async (title?: string) => {
      rerender(page(title))
      if (title === undefined) await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      else await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy())
      // The library returns the focus in a later task.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const opener = () => screen.getByRole('button', { name: 'Open' })

  test('returns to the button that opened it', async () => {
    const show = showPage()
    opener().focus()
    await show('First')
    await show()
    expect(document.activeElement).toBe(opener())
  })

  test('returns to the button that opened a dialog which this one replaced', async () => {
    const show = showPage()
    opener().focus()
    await show('First')
    await show('Second')
    await show()
    expect(document.activeElement).toBe(opener())
  })

  test('stays on the page if no element had it, even after an earlier dialog', async () => {
    const show = showPage()
    opener().focus()
    await show('First')
    await show()
    opener().blur()
    await show('Second')
    await show()
    expect(document.activeElement).toBe(document.body)
  })
})
