// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetToast } from './testing/shown-toast.ts'
import { notify, toast } from './toast.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
})

afterEach(() => {
  forgetToast()
  cleanup()
})

const shownToasts = () => [...document.querySelectorAll('[data-variant]')]

describe('Toasts', () => {
  test('shows only the newest toast', async () => {
    render(<Toasts />)
    act(() => {
      toast({ title: 'First', variant: 'destructive' })
      toast({ title: 'Second' })
    })
    expect(await screen.findByText('Second')).toBeTruthy()
    expect(shownToasts().map((one) => one.getAttribute('data-variant'))).toEqual(['default'])
    act(() => toast({ title: 'Third', variant: 'destructive' }))
    await waitFor(() => expect(screen.queryByText('Second')).toBeNull())
    expect(shownToasts().map((one) => one.getAttribute('data-variant'))).toEqual(['destructive'])
  })

  test('removes a toast while the focus is in a frame of the page', async () => {
    render(
      <>
        <iframe title="Chat" />
        <Toasts />
      </>,
    )
    act(() => toast({ title: 'Guest pass activated', durationMs: 200 }))
    await screen.findByText('Guest pass activated')
    screen.getByTitle('Chat').focus()
    act(() => void window.dispatchEvent(new Event('blur')))
    await waitFor(() => expect(screen.queryByText('Guest pass activated')).toBeNull())
  })

  test('shows three of four notices', async () => {
    render(<Toasts />)
    act(() => {
      for (const file of ['a.exe', 'b.exe', 'c.exe', 'd.exe']) notify({ title: `Rejected: ${file}` })
    })
    await waitFor(() =>
      expect(document.querySelectorAll('[data-sonner-toast][data-visible="true"]')).toHaveLength(3),
    )
  })
})
