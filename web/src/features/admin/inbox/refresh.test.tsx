// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import {
  bodiesOf,
  details,
  failing,
  item,
  message,
  openInbox,
  pageOf,
  ticketId,
} from './testing/open-inbox.tsx'

inFreshBrowser(forgetToast)

const calls = (seen: ReturnType<typeof openInbox>) => bodiesOf(seen, 'list-inbox')
const show = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Leaves the tab for some milliseconds and returns to it. */
const leaveFor = async (ms: number) => {
  show('hidden')
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await act(async () => show('visible'))
}

describe('the inbox', () => {
  test.each(['Open', 'Inbox'])('is loaded again when “%s” is pressed again', async (name) => {
    const seen = openInbox({ '/functions/list-inbox': [pageOf([item]), pageOf([item, message])] })
    await screen.findByRole('link', { name: 'Gas safety' })
    const link = screen.getByRole('link', { name })
    await userEvent.click(link)
    expect(await screen.findByRole('link', { name: 'An old invoice' })).toBeTruthy()
    expect(document.activeElement).toBe(link)
    expect(calls(seen)).toEqual([{ state: 'open' }, { state: 'open' }])
  })

  test('is loaded once when another state is chosen', async () => {
    const seen = openInbox({ '/functions/list-inbox': pageOf([item]) })
    await screen.findByRole('list', { name: 'Open items' })
    await userEvent.click(screen.getByRole('link', { name: 'Closed' }))
    await screen.findByRole('list', { name: 'Closed items' })
    expect(calls(seen)).toEqual([{ state: 'open' }, { state: 'closed' }])
  })

  test('stays on the page while it is loaded again, and when that fails', async () => {
    const { promise: late, resolve: respond } = deferred<typeof failing>()
    openInbox({ '/functions/list-inbox': [pageOf([item]), late, pageOf([message])] })
    await screen.findByRole('link', { name: 'Gas safety' })
    await userEvent.click(screen.getByRole('link', { name: 'Open' }))
    expect(screen.getByRole('link', { name: 'Gas safety' })).toBeTruthy()
    respond(failing)
    expect((await screen.findByRole('alert')).textContent).toContain('The inbox could not be refreshed')
    expect(screen.getByRole('link', { name: 'Gas safety' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'An old invoice' })).toBeTruthy()
  })
})

describe('the inbox in a tab to which the admin returns', () => {
  test('is loaded again after a minute, and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const seen = openInbox({ '/functions/list-inbox': [pageOf([item]), pageOf([item, message])] })
    await screen.findByRole('link', { name: 'Gas safety' })
    await leaveFor(30_000)
    expect(calls(seen)).toHaveLength(1)
    await leaveFor(30_000)
    expect(await screen.findByRole('link', { name: 'An old invoice' })).toBeTruthy()
    await leaveFor(59_000)
    expect(calls(seen)).toHaveLength(2)
  })

  test('keeps the focus on an item that is still listed, and moves it to the first one otherwise', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openInbox({ '/functions/list-inbox': [pageOf([item]), pageOf([message, item]), pageOf([message])] })
    const link = await screen.findByRole('link', { name: 'Gas safety' })
    link.focus()
    await leaveFor(60_000)
    const first = await screen.findByRole('link', { name: 'An old invoice' })
    expect(document.activeElement).toBe(link)
    await leaveFor(60_000)
    await waitFor(() => expect(document.activeElement).toBe(first))
  })

  test('shows the new kind and due day in a page that a browser has translated', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openInbox({
      '/functions/list-inbox': [
        pageOf([{ ...message, kind: 'complaint' }]),
        pageOf([{ ...message, kind: 'data-protection' }]),
      ],
    })
    const row = (await screen.findByRole('link', { name: 'An old invoice' })).closest('li')
    expect(row?.textContent).toContain('Acknowledge by 2 March 2199Complaint')
    translatePage()
    await leaveFor(60_000)
    await waitFor(() => expect(row?.textContent).toContain('Reply by 2 March 2199Data protection request'))
  })

  test('leaves the focus where it is when the item that was open has left the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openInbox(
      {
        '/functions/list-inbox': [pageOf([item]), pageOf([message])],
        '/functions/get-inbox-item': { body: details },
      },
      `?item=${ticketId}`,
    )
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the inbox' }))
    await screen.findByRole('link', { name: 'Gas safety' })
    const filter = screen.getByRole('link', { name: 'Answered' })
    filter.focus()
    await leaveFor(60_000)
    await screen.findByRole('link', { name: 'An old invoice' })
    expect(document.activeElement).toBe(filter)
  })
})

test('an item that a browser has translated shows its new kind and state', async () => {
  const changed = { ...details, kind: 'complaint', state: 'closed' }
  openInbox(
    {
      '/functions/get-inbox-item': [{ body: { ...details, kind: 'data-protection' } }, { body: changed }],
      '/functions/mark-inbox-item': { body: changed },
    },
    `?item=${ticketId}`,
  )
  await screen.findByText('Who pays for the check?')
  translatePage()
  await userEvent.selectOptions(screen.getByLabelText('Kind', { selector: 'select' }), 'complaint')
  const facts = () => screen.getByRole('region', { name: 'Sender' }).textContent
  await waitFor(() => expect(facts()).toContain('KindComplaintStateClosed'))
})
