// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetToast } from './testing/shown-toast.ts'
import { notify, toast } from './toast.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
})

afterEach(() => {
  sonner.dismiss()
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

  test('announces the title and the description as separate words', async () => {
    render(<Toasts />)
    act(() => toast({ title: 'Sign in failed', description: 'Invalid login credentials' }))
    const announcement = await screen.findByRole('status')
    await waitFor(() =>
      expect(announcement.textContent).toBe('Notification Sign in failed Invalid login credentials'),
    )
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

  test.each(['{Enter}', '{Escape}'])(
    'returns the focus to the control that had it when %s closes a toast',
    async (key) => {
      render(
        <>
          <button type="button">Buy one-time access</button>
          <Toasts />
        </>,
      )
      const control = screen.getByRole('button', { name: 'Buy one-time access' })
      control.focus()
      act(() => toast({ title: 'Unable to start checkout' }))
      const close = await screen.findByRole('button', { name: 'Close' })
      await userEvent.keyboard('{F8}')
      while (document.activeElement !== close) await userEvent.tab()
      await userEvent.keyboard(key)
      await waitFor(() => expect(screen.queryByText('Unable to start checkout')).toBeNull())
      expect(document.activeElement).toBe(control)
    },
  )

  test('shows three of four notices', async () => {
    render(<Toasts />)
    act(() => {
      for (const file of ['a.exe', 'b.exe', 'c.exe', 'd.exe']) notify({ title: `Rejected: ${file}` })
    })
    await waitFor(() =>
      expect(document.querySelectorAll('[data-sonner-toast][data-visible="true"]')).toHaveLength(3),
    )
  })

  test('shows each of many notices in turn, with ten in the page, unless it no longer matters', async () => {
    render(<Toasts />)
    const [seen, counts]: [Set<string>, number[]] = [new Set(), []]
    const watch = new MutationObserver(() => {
      const notices = [...document.querySelectorAll('[data-sonner-toast]')]
      counts.push(notices.filter((one) => one.getAttribute('data-removed') === 'false').length)
      for (const one of notices) seen.add(one.textContent)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    const titles = Array.from({ length: 25 }, (_, i) => `Rejected: ${i}.exe`)
    act(() => {
      for (const title of titles)
        notify({ title, durationMs: 20, isCurrent: () => !title.endsWith(' 3.exe') })
    })
    // A busy machine has taken more than ten seconds.
    await waitFor(() => expect(seen.size).toBe(24), { timeout: 50_000 })
    watch.disconnect()
    expect(seen).toEqual(new Set(titles.filter((_, i) => i !== 3)))
    expect(Math.max(...counts)).toBe(10)
  })
})
