import { describe, expect, test } from 'vitest'
import { submitTicket } from '#shared/contract/tickets.ts'
import { brand } from '#shared/values/brand.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { ticketRepository } from '../ticket.repository.ts'
import { handle } from './handler.ts'

/** A Monday morning. The chat is open. */
const now = new Date('2027-03-01T10:00:00Z')

const aTicket = {
  topic: 'Deposit at number 4',
  country: 'wales',
  message: 'The tenant has left.\nWho decides about the carpet?',
}

const aDesk = async () => {
  const world = inMemory({ now })
  const tickets = ticketRepository(world.table)
  const caller = await world.account({ plan: 'monthly' })
  return {
    table: world.table,
    userId: caller.userId,
    submit: (changes: object = {}, at: Date = now) =>
      callInMemory(
        submitTicket,
        handle,
        { caller, body: { ...aTicket, ...changes }, now: at },
        { tickets, siteUrl: 'https://site.example' },
      ),
    tickets: async () => (await tickets.listPage(caller.userId, undefined, now)).tickets,
    emailsTo: (address: string) => world.table.listByIndex(keys.emailsTo(address, '').gsi1pk),
    address: caller.profile.email,
  }
}

describe('submit-ticket', () => {
  test.each([
    ['2027-03-01T10:00:00Z', '2027-03-02'],
    ['2027-03-06T10:00:00Z', '2027-03-08'],
  ])('accepts a ticket at %s, whether or not the chat is open, and promises %s', async (at, answeredBy) => {
    const { submit } = await aDesk()
    expect(await submit({}, new Date(at))).toMatchObject({ status: 200, body: { answeredBy } })
  })

  test('stores one ticket and queues one email to each side when sent twice', async () => {
    const { submit, tickets, emailsTo, address } = await aDesk()
    const first = await submit()
    expect(await submit()).toEqual(first)
    expect(await tickets()).toHaveLength(1)
    expect(await emailsTo(brand.supportEmail)).toMatchObject([{ reply_to: address }])
    const emails = await emailsTo(address)
    expect(emails).toHaveLength(1)
    expect(JSON.stringify(emails)).toContain('https://site.example/profile#tickets')
  })

  test('reads no other ticket of the account when sent twice', async () => {
    const { table, userId, submit } = await aDesk()
    const first = await submit()
    // A ticket that cannot be read would fail the request.
    await table.put(keys.ticket(userId, now.toISOString(), 'FFFFFFFF'), {})
    expect(await submit()).toEqual(first)
  })

  test.each([
    ['topic', '', 'Topic is required'],
    ['topic', 'No', 'Topic must be at least 3 characters'],
    ['topic', 'Deposit\r\nBcc: c@d.example', 'Please remove control characters'],
    ['country', 'scotland', 'Please choose England or Wales'],
    ['country', undefined, 'Please choose England or Wales'],
    ['message', 'Too short', 'Message must be at least 10 characters'],
    ['message', 'x'.repeat(5001), 'Please use at most 5000 characters'],
  ])('rejects %s %j and stores nothing', async (field, value, message) => {
    const { submit, tickets } = await aDesk()
    expect(await submit({ [field]: value })).toEqual(apiError('validation_failed', message))
    expect(await tickets()).toEqual([])
  })
})
