// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { end, failing, openProfile as open, subscribed } from '../testing/open-profile.tsx'
import { ticket } from '../testing/ticket.ts'

inFreshBrowser(forgetToast)

test('shows five tickets first, then all, with the focus on the next one', async () => {
  const data = [1, 2, 3, 4, 5, 6].map((number) => ({
    ...ticket,
    id: `AB12CD3${number}`,
    topic: `Topic ${number}`,
  }))
  open(subscribed, { '/functions/list-tickets': { body: { data } } })
  expect(await screen.findByText('Topic 5')).toBeTruthy()
  expect(screen.queryByText('Topic 6')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Show all 6 ?tickets$/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Topic 6').closest('li')))
})

test('shows many tickets a hundred at a time', async () => {
  const data = Array.from({ length: 206 }, (_, index) => ({
    ...ticket,
    id: `AB12C${100 + index}`,
    topic: `Topic ${index + 1}`,
  }))
  open(subscribed, { '/functions/list-tickets': { body: { data } } })
  await userEvent.click(await screen.findByRole('button', { name: /^Show 100 more of 206 ?tickets$/ }))
  expect(screen.getByText('Topic 105')).toBeTruthy()
  expect(screen.queryByText('Topic 106')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Show 100 more of 206 ?tickets$/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Show all 206 ?tickets$/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Topic 206').closest('li')))
})

const listed = '/functions/list-tickets'

/** Creates so many tickets, newest first, from this number. */
const manyTickets = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => ({
    ...ticket,
    id: `AB12${1000 + first + index}`,
    topic: `Topic ${first + index}`,
  }))

const bodiesOf = (seen: ReturnType<typeof open>) =>
  seen.filter(({ path }) => path === listed).map(({ body }) => body)

test('loads the first page of many tickets, and the next one once more are shown', async () => {
  const seen = open(subscribed, {
    [listed]: [
      { body: { data: manyTickets(100), next: 'place 100' } },
      { body: { data: manyTickets(100, 101), next: 'place 200' } },
      { body: { data: manyTickets(6, 201) } },
    ],
  })
  const button = { name: /^Show 100 more ?tickets$/ }
  const more = await screen.findByRole('button', button)
  await afterCalls()
  expect(bodiesOf(seen)).toEqual([{}])
  await userEvent.click(more)
  expect(await screen.findByText('Topic 105')).toBeTruthy()
  expect(screen.queryByText('Topic 106')).toBeNull()
  expect(bodiesOf(seen)).toEqual([{}, { after: 'place 100' }])
  expect(document.activeElement).toBe(screen.getByRole('button', button))
  await userEvent.click(screen.getByRole('button', button))
  expect(await screen.findByText('Topic 205')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Show all 206 ?tickets$/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Topic 206').closest('li')))
  expect(bodiesOf(seen)).toHaveLength(3)
})

test('moves the focus to the first ticket that the last page adds', async () => {
  open(subscribed, {
    [listed]: [
      { body: { data: manyTickets(100), next: 'place 100' } },
      { body: { data: manyTickets(3, 101) } },
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Show 100 more ?tickets$/ }))
  expect(await screen.findByText('Topic 103')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Topic 6').closest('li')))
  expect(screen.queryByRole('button', { name: /more|all/ })).toBeNull()
})

test('keeps the tickets if the next page cannot be loaded, and loads it when tried again', async () => {
  open(subscribed, {
    [listed]: [
      { body: { data: manyTickets(100), next: 'place 100' } },
      failing,
      { body: { data: manyTickets(3, 101) } },
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Show 100 more ?tickets$/ }))
  expect(await screen.findByText('Some tickets could not be loaded')).toBeTruthy()
  expect(screen.getByText('Topic 100')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Topic 103')).toBeTruthy()
  expect(screen.queryByText('Some tickets could not be loaded')).toBeNull()
})

test('shows a follow-up question to a ticket of the second page', async () => {
  const older = {
    ...ticket,
    id: 'EF56AB78',
    topic: 'Rent',
    messages: [{ from: 'adviser', at: end, text: 'The scheme decides.', acknowledges: false }],
    state: 'answered',
    followUpUntil: '2199-05-15T12:00:00.000Z',
  }
  const first = { body: { data: manyTickets(100), next: 'place 100' } }
  const seen = open(subscribed, {
    [listed]: [
      first,
      { body: { data: [older] } },
      first,
      { body: { data: [{ ...older, followUpUntil: null }] } },
    ],
    '/functions/ask-follow-up': { body: { answeredBy: '2199-05-04' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Show 100 more ?tickets$/ }))
  await userEvent.type(await screen.findByLabelText('Follow-up question'), 'And who pays for it?')
  await userEvent.click(screen.getByRole('button', { name: 'Send question' }))
  await waitFor(() => expect(screen.queryByLabelText('Follow-up question')).toBeNull())
  expect(screen.getByText('Rent')).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('Ticket EF56AB78')
  expect(bodiesOf(seen)).toEqual([{}, { after: 'place 100' }, {}, { after: 'place 100' }])
})
