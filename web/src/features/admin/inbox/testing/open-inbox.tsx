import { screen } from '@testing-library/react'
import { Link } from 'react-router-dom'
import type { InboxItem, InboxItemDetails } from '#shared/contract/inbox.ts'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer, type SeenCall } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import InboxSection from '../inbox-section.tsx'

export const ticketId = 'a'.repeat(64)
export const item: InboxItem = {
  id: ticketId,
  source: 'ticket',
  reference: '4F2A9C1B',
  name: 'Nadia Oyelaran',
  topic: 'Gas safety',
  plan: 'annual',
  kind: 'question',
  state: 'open',
  askedAt: '2027-03-01T10:00:00.000Z',
  dueOn: '2027-03-02',
  late: true,
  acknowledgedAt: null,
}
export const message: InboxItem = {
  ...item,
  id: 'b'.repeat(64),
  source: 'contact',
  topic: 'An old invoice',
  plan: null,
  late: false,
  dueOn: '2199-03-02',
}
export const details: InboxItemDetails = {
  ...item,
  receivedAt: '2027-02-28T09:30:00.000Z',
  waitingSince: '2027-03-01T10:00:00.000Z',
  country: 'wales',
  question: 'Who pays for the check?',
  messages: [],
  sender: {
    email: 'nadia@agency.example',
    verified: true,
    userId: 'user-1',
    emailsStopped: null,
    plan: 'annual',
    passMinutesLeft: 12,
    earlierTickets: [
      { id: 'AB12CD34', topic: 'Deposit', createdAt: '2027-02-01T10:00:00.000Z', inboxId: 'c'.repeat(64) },
    ],
  },
}

/** Returns a question that nobody has answered, with this letter as its id. */
export const itemWith = (letter: string): InboxItemDetails => ({ ...details, id: letter.repeat(64) })

export const failing = {
  status: 500,
  body: { error: { code: 'internal', message: 'The store is down.' } },
}

/** Returns a reply with a page of the inbox. */
export const pageOf = (items: object[], places: { next?: string; previous?: string } = {}) => ({
  body: { items, next: null, previous: null, chatDeletion: null, ...places },
})

/** Opens the inbox, with the link of the sidebar above it. Returns the calls that the server has received. */
export const openInbox = (replies: Parameters<typeof fakeServer>[0], search = ''): SeenCall[] => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer(replies)
  showPage(
    `${paths.adminInbox}${search}`,
    <>
      <Link to={paths.adminInbox}>Inbox</Link>
      <InboxSection />
    </>,
  )
  return seen
}

export const bodiesOf = (seen: readonly SeenCall[], name: string): unknown[] =>
  seen.filter(({ path }) => path === `/functions/${name}`).map(({ body }) => body)

export const addressNow = (): string | null => screen.getByTestId('address').textContent
