// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { bodiesOf, details, openInbox, ticketId } from './testing/open-inbox.tsx'

inFreshBrowser()

test('loads older tickets of the sender on request', async () => {
  const [ticket] = details.sender.earlierTickets
  const replyWith = (topic: string, ticketsNext?: string) => {
    const earlierTickets = [{ ...ticket, id: topic, topic }]
    return { body: { ...details, sender: { ...details.sender, earlierTickets, ticketsNext } } }
  }
  const seen = openInbox(
    { '/functions/get-inbox-item': [replyWith('Deposit', 'a-place'), replyWith('Rent')] },
    `?item=${ticketId}`,
  )
  await userEvent.click(await screen.findByText('More than 1'))
  await userEvent.click(screen.getByRole('button', { name: 'Show older tickets' }))
  expect(await screen.findByRole('link', { name: 'Rent' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Deposit' })).toBeTruthy()
  expect(bodiesOf(seen, 'get-inbox-item')).toEqual([
    { id: ticketId },
    { id: ticketId, ticketsAfter: 'a-place' },
  ])
})
