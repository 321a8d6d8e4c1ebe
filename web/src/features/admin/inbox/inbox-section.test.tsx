// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import InboxSection from './inbox-section.tsx'
import {
  addressNow as address,
  bodiesOf,
  details,
  failing,
  item,
  message,
  openInbox as open,
  pageOf,
  ticketId,
} from './testing/open-inbox.tsx'

inFreshBrowser(forgetToast)

const changed = { state: 'answered', kind: 'question', dueOn: '2027-03-02', acknowledgedAt: null }
const listed = (items: object[], next?: string) => ({
  '/functions/list-inbox': pageOf(items, next === undefined ? {} : { next }),
})
const opened = (...replies: object[]) => ({
  '/functions/get-inbox-item': replies.map((body) => ({ body })),
})

const gone = { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } }
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('list of the inbox', () => {
  test('shows sender, plan, time and due day of each item, and marks late ones', async () => {
    open(listed([item, message]))
    const rows = within(await screen.findByRole('list', { name: 'Open items' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Gas safetyNadia Oyelaran\u00A0· Annual plan\u00A0· 1 March 2027, 10:00Late: reply was due 2 March 2027',
      'An old invoiceNadia Oyelaran\u00A0· Contact page, not signed in\u00A0· 1 March 2027, 10:00Reply by 2 March 2199',
    ])
  })

  test('opens a state and a page by their links, which the address contains', async () => {
    const seen = open({
      '/functions/list-inbox': [
        pageOf([item], { next: '2027#next' }),
        pageOf([message], { previous: '2027#first' }),
        pageOf([item], { next: '2027#next' }),
      ],
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Previous page' }))
    expect(address()).toBe('/admin/inbox?before=2027%23first')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Gas safety'))
    expect(screen.queryByRole('link', { name: 'First page' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Answered' }))
    expect(address()).toBe('/admin/inbox?state=answered')
    expect(screen.getByRole('link', { name: 'Answered' }).getAttribute('aria-current')).toBe('page')
    await waitFor(() =>
      expect(bodiesOf(seen, 'list-inbox')).toEqual([
        { state: 'open' },
        { state: 'open', after: '2027#next' },
        { state: 'open', before: '2027#first' },
        { state: 'answered' },
      ]),
    )
  })

  test('shows its first page again from any other, and says when a page has become empty', async () => {
    open(
      {
        '/functions/list-inbox': [pageOf([], { previous: '2027#first' }), pageOf([item])],
      },
      '?after=2027%23next',
    )
    await screen.findByText('No more items')
    await userEvent.click(screen.getByRole('link', { name: 'Back to the first page' }))
    await screen.findByRole('link', { name: 'Gas safety' })
    expect(address()).toBe('/admin/inbox')
  })

  test('moves the focus to the first item of another page, but not to one of another state', async () => {
    open(listed([item, message], '2027#next'))
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Gas safety'))
    const answered = screen.getByRole('link', { name: 'Answered' })
    await userEvent.click(answered)
    await screen.findByRole('list', { name: 'Answered items' })
    expect(document.activeElement).toBe(answered)
  })

  test('moves the focus to the first item when the one that was open has left the list', async () => {
    open({ ...listed([message]), ...opened(details) }, `?item=${ticketId}`)
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the inbox' }))
    await screen.findByRole('link', { name: 'An old invoice' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('An old invoice'))
  })

  test('asks to delete old chats by hand until it is confirmed', async () => {
    const chatDeletion = { cutoff: '2026-03-01', requestedAt: '2027-03-01T08:00:00.000Z' }
    const page = { ...pageOf([]).body, chatDeletion }
    const seen = open({
      '/functions/list-inbox': [{ body: page }, { body: { ...page, chatDeletion: null } }],
      '/functions/confirm-chat-deletion': { body: { cutoff: '2026-03-01' } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Delete chats from before Sunday 1 March 2026',
    )
    await press('I have deleted them')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(bodiesOf(seen, 'confirm-chat-deletion')).toEqual([{ cutoff: '2026-03-01' }])
    expect(toastText()).toBe('Deletion recorded')
  })

  test('says that nothing is open', async () => {
    open(listed([]))
    expect(await screen.findByText('Nothing to answer')).toBeTruthy()
  })

  test('says why it could not be loaded, and loads again', async () => {
    open({ '/functions/list-inbox': [failing, pageOf([item])] })
    expect((await screen.findByRole('alert')).textContent).toContain('The store is down.')
    await press('Try again')
    expect(await screen.findByRole('link', { name: 'Gas safety' })).toBeTruthy()
  })

  test('says that a slow request is still running', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    signedInAs({ sub: 'admin-1' })
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    showPage(paths.adminInbox, <InboxSection />)
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(screen.getByText('This is taking longer than usual.')).toBeTruthy()
  })
})

describe('item of the inbox', () => {
  test('shows the time of the question, and the sender with plan, minutes of a pass and earlier tickets', async () => {
    open(opened(details), `?item=${ticketId}`)
    expect((await screen.findByText('Who pays for the check?')).getAttribute('dir')).toBe('auto')
    const question = screen.getByRole('heading', { name: 'Question' })
    expect(question.nextElementSibling?.textContent).toBe('28 February 2027, 09:30')
    expect(screen.getByText('Annual plan, pass with 12 minutes left')).toBeTruthy()
    expect(screen.getByText(/Deposit/)).toBeTruthy()
    expect(screen.getByText('Wales')).toBeTruthy()
    const heading = screen.getByRole('heading', { level: 1, name: 'Gas safety' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('leads to the account of the sender and to the earlier tickets', async () => {
    const earlier = { ...details, topic: 'Deposit', question: 'Who decides?' }
    const seen = open(opened(details, earlier), `?state=answered&item=${ticketId}`)
    const sender = await screen.findByRole('link', { name: 'Nadia Oyelaran' })
    expect(sender.getAttribute('href')).toBe(`${paths.adminUsers}?person=user-1`)
    await userEvent.click(screen.getByText('1'))
    await userEvent.click(screen.getByRole('link', { name: 'Deposit' }))
    expect(await screen.findByText('Who decides?')).toBeTruthy()
    const id = 'c'.repeat(64)
    expect(address()).toBe(`${paths.adminInbox}?state=answered&item=${id}`)
    expect(bodiesOf(seen, 'get-inbox-item')).toEqual([{ id: ticketId }, { id }])
  })

  test('says that the address of a contact message is not verified', async () => {
    const sender = { ...details.sender, verified: false, userId: null }
    open(opened({ ...details, plan: null, sender }), `?item=${ticketId}`)
    expect(await screen.findByText(/nadia@agency\.example \(not verified\)/)).toBeTruthy()
    expect(screen.getByText(/The sender may be somebody else/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Nadia Oyelaran' })).toBeNull()
  })

  test('sends a reply and shows it', async () => {
    const reply = {
      from: 'adviser',
      at: '2027-03-02T09:00:00.000Z',
      text: 'The landlord.',
      acknowledges: false,
    }
    const seen = open(
      {
        ...opened(details, { ...details, state: 'answered', messages: [reply] }),
        '/functions/answer-inbox-item': { body: changed },
      },
      `?item=${ticketId}`,
    )
    await userEvent.type(await screen.findByLabelText('Reply'), 'The landlord.')
    await press('Send reply')
    await waitFor(() => expect(toastText()).toBe('Reply sent'))
    expect(bodiesOf(seen, 'answer-inbox-item')).toEqual([
      {
        id: ticketId,
        text: 'The landlord.',
        acknowledges: false,
        seen: details.waitingSince,
        seenKind: 'question',
      },
    ])
    expect(await screen.findByRole('heading', { name: 'Our reply' })).toBeTruthy()
    expect(screen.queryByLabelText('Reply')).toBeNull()
    const heading = screen.getByRole('heading', { level: 1, name: 'Gas safety' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('keeps the text of a reply that was not sent, and rejects an empty one', async () => {
    open({ ...opened(details), '/functions/answer-inbox-item': failing }, `?item=${ticketId}`)
    await press('Send reply')
    expect(screen.getByText('Reply is required')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Reply'), 'The landlord.')
    await press('Send reply')
    expect((await screen.findByRole('alert')).textContent).toContain('The store is down.')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe('The landlord.')
  })

  test('records a reply sent elsewhere with one press', async () => {
    const seen = open(
      {
        ...opened(details, { ...details, state: 'answered' }),
        '/functions/close-inbox-item': { body: changed },
      },
      `?item=${ticketId}`,
    )
    await press('Answered elsewhere')
    await waitFor(() => expect(toastText()).toBe('Recorded as answered elsewhere'))
    expect(bodiesOf(seen, 'close-inbox-item')).toEqual([
      { id: ticketId, reason: 'answered-elsewhere', seen: details.waitingSince, seenKind: 'question' },
    ])
  })

  test('opens a closed item again', async () => {
    const closed = { ...details, state: 'closed' }
    const seen = open(
      { ...opened(closed, details), '/functions/reopen-inbox-item': { body: { ...changed, state: 'open' } } },
      `?item=${ticketId}`,
    )
    await press('Reopen')
    await waitFor(() => expect(toastText()).toBe('Item reopened'))
    expect(bodiesOf(seen, 'reopen-inbox-item')).toEqual([{ id: ticketId, seen: details.waitingSince }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull())
  })

  test('marks a complaint, which can then be acknowledged', async () => {
    const complaint = { ...details, kind: 'complaint' }
    const seen = open(
      {
        ...opened(details, complaint),
        '/functions/mark-inbox-item': { body: { ...changed, state: 'open' } },
        '/functions/answer-inbox-item': { body: { ...changed, state: 'open' } },
      },
      `?item=${ticketId}`,
    )
    await userEvent.selectOptions(await screen.findByLabelText('Kind'), 'Complaint')
    await userEvent.type(screen.getByLabelText('Reply'), 'We have it.')
    await press('Send as acknowledgement')
    expect(bodiesOf(seen, 'mark-inbox-item')).toEqual([
      { id: ticketId, kind: 'complaint', seen: details.waitingSince, seenKind: 'question' },
    ])
    expect(bodiesOf(seen, 'answer-inbox-item')).toEqual([
      {
        id: ticketId,
        text: 'We have it.',
        acknowledges: true,
        seen: details.waitingSince,
        seenKind: 'complaint',
      },
    ])
  })

  test('returns the focus to the item when the list is shown again', async () => {
    open({ ...listed([item, message]), ...opened(details) })
    await userEvent.click(await screen.findByRole('link', { name: 'Gas safety' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the inbox' }))
    const link = await screen.findByRole('link', { name: 'Gas safety' })
    await waitFor(() => expect(document.activeElement).toBe(link))
  })

  test.each([[[gone]], [[{ body: details }, gone]]])(
    'says that an item no longer exists, without a way to try again',
    async (replies) => {
      open(
        { '/functions/get-inbox-item': replies, '/functions/mark-inbox-item': gone },
        `?state=closed&item=${ticketId}`,
      )
      if (replies.length > 1) await userEvent.selectOptions(await screen.findByLabelText('Kind'), 'Complaint')
      const heading = await screen.findByRole('heading', { name: 'This item no longer exists', level: 1 })
      expect(document.activeElement).toBe(heading)
      expect(screen.queryByRole('button')).toBeNull()
      const back = screen.getByRole('link', { name: 'Back to the inbox' })
      expect(back.getAttribute('href')).toBe(`${paths.adminInbox}?state=closed`)
    },
  )

  test('says why an item could not be loaded', async () => {
    open({ '/functions/get-inbox-item': 'unreachable' }, `?item=${ticketId}`)
    expect(await screen.findByText('This item could not be loaded')).toBeTruthy()
  })
})
