import { describe, expect, test } from 'vitest'
import type { Ticket } from '#shared/contract/tickets.ts'
import { placeOfTicket, readPage } from './ticket-page.ts'

const maxPageBytes = 2 * 1024 * 1024

const ticketWith = (id: string, message: string): Ticket => ({
  id,
  topic: 'Deposit',
  country: 'wales',
  message,
  createdAt: '2027-03-01T10:00:00.000Z',
  answeredBy: '2027-03-02',
  messages: [],
  followUpUntil: null,
})

/** Creates a ticket whose JSON has so many bytes. */
const ticketOf = (id: string, bytes: number): Ticket =>
  ticketWith(id, 'x'.repeat(bytes - JSON.stringify(ticketWith(id, '')).length))

async function* listOf(...tickets: Ticket[]) {
  yield* tickets
}

describe('readPage', () => {
  test('ends before the ticket with which it would exceed 2 MB', async () => {
    const [a, b, c] = [
      ticketOf('A', maxPageBytes / 2),
      ticketOf('B', maxPageBytes / 2),
      ticketOf('C', 1000),
    ] as const
    expect(await readPage(listOf(a, b, c), 100)).toEqual({ tickets: [a, b], next: placeOfTicket(b) })
  })

  test('has at least one ticket, however long', async () => {
    const [long, next] = [ticketOf('A', maxPageBytes + 1), ticketOf('B', 1000)] as const
    expect(await readPage(listOf(long, next), 100)).toEqual({ tickets: [long], next: placeOfTicket(long) })
  })
})
