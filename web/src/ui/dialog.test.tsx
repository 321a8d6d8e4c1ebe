// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
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
