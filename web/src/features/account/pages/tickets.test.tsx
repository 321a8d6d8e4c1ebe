// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { deferred } from '#test/kit/deferred.ts'
import { expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import {
  end,
  failing,
  noAccess,
  noBilling,
  openProfile as open,
  subscribed,
} from '../testing/open-profile.tsx'
import { ticket } from '../testing/ticket.ts'

inFreshBrowser(forgetToast)

const reply = { from: 'adviser', at: end, text: 'The scheme decides.', acknowledges: false }
const answered = {
  ...ticket,
  messages: [reply],
  state: 'answered',
  followUpUntil: '2199-05-15T12:00:00.000Z',
}

test('lists the tickets, and when each will be answered', async () => {
  open(noAccess, { '/functions/list-tickets': { body: { data: [ticket] } } })
  expect(await screen.findByText('Deposit')).toBeTruthy()
  expect(screen.getByText(/reply by email by 3 May 2199/)).toBeTruthy()
})

// The link in an email about a ticket.
test('opens at the tickets, once everything above them is shown', async () => {
  const scrolledTo: Element[] = []
  vi.stubGlobal('scrollY', 0)
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolledTo.push(this)
  }
  const { promise, resolve } = deferred<{ body: object }>()
  const replies = {
    '/functions/list-tickets': { body: { data: [ticket] } },
    '/functions/get-billing': promise,
  }
  open(noAccess, replies, { address: paths.profileTickets })
  const heading = await screen.findByRole('heading', { name: 'Your tickets' })
  expect(scrolledTo).toEqual([])
  resolve({ body: noBilling })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(scrolledTo).toEqual([document.getElementById('tickets')])
})

test('leaves the page where a user has moved to in the meantime', async () => {
  vi.stubGlobal('scrollY', 300)
  open(
    noAccess,
    { '/functions/list-tickets': { body: { data: [ticket] } } },
    { address: paths.profileTickets },
  )
  await screen.findByRole('heading', { name: 'Your tickets' })
  await afterCalls()
  expect(document.activeElement).toBe(document.body)
})

test('shows the reply to a ticket and sends a follow-up question', async () => {
  const question = { ...reply, from: 'member', text: 'And who pays for it?' }
  const asked = { ...ticket, answeredBy: '2199-05-04', messages: [reply, question] }
  const seen = open(subscribed, {
    '/functions/list-tickets': [{ body: { data: [answered] } }, { body: { data: [asked] } }],
    '/functions/ask-follow-up': { body: { answeredBy: '2199-05-04' } },
  })
  expect((await screen.findByText('The scheme decides.')).getAttribute('dir')).toBe('auto')
  expect(screen.getByText(/We replied on 1 May 2027/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Follow-up question'), 'And who pays for it?')
  await userEvent.click(screen.getByRole('button', { name: 'Send question' }))
  expect(await screen.findByText(/reply by email by 4 May 2199/)).toBeTruthy()
  expect(screen.queryByLabelText('Follow-up question')).toBeNull()
  expect(seen.find(({ path }) => path === '/functions/ask-follow-up')?.body).toEqual({
    id: 'AB12CD34',
    message: 'And who pays for it?',
    seen: reply.at,
  })
})

test.each([
  ['question', 'Our adviser’s reply, 1 May 2027, 13:00'],
  ['complaint', 'Our response to your complaint, 1 May 2027, 13:00'],
  ['data-protection', 'Our response to your data protection request, 1 May 2027, 13:00'],
])('names the reply to a %s', async (kind, title) => {
  open(subscribed, { '/functions/list-tickets': { body: { data: [{ ...answered, kind }] } } })
  expect(await screen.findByText(title)).toBeTruthy()
})

test('names each reply by the kind that the ticket had when it was sent', async () => {
  const later = { ...reply, at: '2027-05-02T12:00:00.000Z', kind: 'complaint' }
  const messages = [{ ...reply, kind: 'question' }, later]
  open(subscribed, {
    '/functions/list-tickets': { body: { data: [{ ...answered, kind: 'complaint', messages }] } },
  })
  expect(await screen.findByText('Our adviser’s reply, 1 May 2027, 13:00')).toBeTruthy()
  expect(screen.getByText('Our response to your complaint, 2 May 2027, 13:00')).toBeTruthy()
})

test('names the reply to a ticket without a kind, from an older server version', async () => {
  const { kind: _kind, ...withoutKind } = answered
  open(subscribed, { '/functions/list-tickets': { body: { data: [withoutKind] } } })
  expect(await screen.findByText('Our adviser’s reply, 1 May 2027, 13:00')).toBeTruthy()
})

test('keeps the text of another follow-up question when one is sent, and the focus at its ticket', async () => {
  const other = { ...answered, id: 'EF56GH78', topic: 'Rent' }
  const asked = { ...ticket, answeredBy: '2199-05-04', messages: [reply] }
  open(subscribed, {
    '/functions/list-tickets': [{ body: { data: [answered, other] } }, { body: { data: [asked, other] } }],
    '/functions/ask-follow-up': { body: { answeredBy: '2199-05-04' } },
  })
  const fields = await screen.findAllByLabelText('Follow-up question')
  await userEvent.type(fields[1] ?? document.body, 'Half a sentence')
  await userEvent.type(fields[0] ?? document.body, 'And who pays for it?')
  await userEvent.click(screen.getAllByRole('button', { name: 'Send question' })[0] ?? document.body)
  await waitFor(() => expect(screen.getAllByLabelText('Follow-up question')).toHaveLength(1))
  expect(screen.getByLabelText('Follow-up question')).toHaveProperty('value', 'Half a sentence')
  expect(document.activeElement?.textContent).toContain('Ticket AB12CD34')
})

test('explains to accounts without a subscription why they cannot ask a follow-up question', async () => {
  open(noAccess, { '/functions/list-tickets': { body: { data: [answered] } } })
  expect(
    await screen.findByText('You can ask a follow-up question while you have an active subscription.'),
  ).toBeTruthy()
  expect(screen.queryByLabelText('Follow-up question')).toBeNull()
})

test('offers no follow-up question while the access is unknown', async () => {
  open(noAccess, {
    '/functions/get-access': failing,
    '/functions/list-tickets': { body: { data: [answered] } },
  })
  expect(await screen.findByText('We couldn’t check your access')).toBeTruthy()
  expect(await screen.findByText('The scheme decides.')).toBeTruthy()
  expect(screen.queryByLabelText('Follow-up question')).toBeNull()
  expect(screen.queryByText(/active subscription/)).toBeNull()
})

test('promises no reply to a ticket that was closed without one', async () => {
  open(noAccess, { '/functions/list-tickets': { body: { data: [{ ...ticket, state: 'closed' }] } } })
  expect(await screen.findByText(/We closed this ticket without a reply\./)).toBeTruthy()
  expect(screen.queryByText(/reply by email by/)).toBeNull()
})

test('states when a reopened ticket gets another reply', async () => {
  const reopened = { ...ticket, messages: [reply] }
  open(noAccess, { '/functions/list-tickets': { body: { data: [reopened] } } })
  expect(
    await screen.findByText(/We replied on 1 May 2027\. We’ll reply again by email by 3 May 2199/),
  ).toBeTruthy()
})

test('still promises the reply on the day by which it is due', async () => {
  // 00:30 on 30 April in London, and 29 April in UTC.
  vi.useFakeTimers({ now: new Date('2027-04-29T23:30:00.000Z'), toFake: ['Date'] })
  open(noAccess, { '/functions/list-tickets': { body: { data: [{ ...ticket, answeredBy: '2027-04-30' }] } } })
  expect(await screen.findByText(/We’ll reply by email by 30 April 2027/)).toBeTruthy()
  expect(screen.queryByText(/was due/)).toBeNull()
})

test('promises no day that is over', async () => {
  const late = { ...ticket, answeredBy: '2020-05-01' }
  open(noAccess, { '/functions/list-tickets': { body: { data: [late] } } })
  expect(await screen.findByText(/Our reply was due by 1 May 2020\. We’re sorry it’s late\./)).toBeTruthy()
  expect(screen.queryByText(/by email by/)).toBeNull()
})
