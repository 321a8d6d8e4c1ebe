import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { askFollowUp } from '#shared/contract/tickets.ts'
import { inboxIdOfTicket, inboxRecord } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { followUpRepository } from '../follow-up.repository.ts'
import { ticketMessageWrite } from '../ticket-messages.ts'
import { ticketRepository } from '../ticket.repository.ts'
import { handle } from './handler.ts'

const submittedAt = new Date('2027-03-01T10:00:00Z')
const repliedAt = new Date('2027-03-02T10:00:00Z')
/** A Friday. */
const askedAt = new Date('2027-03-05T10:00:00Z')
const message = 'And who pays for the repair?'

const aTicket = async ({ replied }: { readonly replied: boolean }) => {
  const world = inMemory({ now: submittedAt })
  const tickets = ticketRepository(world.table)
  const caller = await world.account({ plan: 'monthly' })
  const { id } = await tickets.submit({
    from: caller.profile,
    form: { topic: 'Gas safety', country: 'wales', message: 'Who pays for the check?' },
    answeredBy: '2027-03-02',
    link: 'http://localhost/profile',
    now: submittedAt,
  })
  const ticket = { user_id: caller.userId, reference: id, created_at: submittedAt.toISOString() }
  const replyAt = (replyId: string, at: Date) =>
    world.table.transact(
      ticketMessageWrite(ticket, replyId, {
        from: 'adviser',
        text: 'The landlord pays.',
        acknowledges: false,
        at: at.toISOString(),
      }),
    )
  if (replied) await replyAt('reply-1', repliedAt)
  const deps = { tickets, followUps: followUpRepository(world.table) }
  return {
    world,
    caller,
    tickets,
    id,
    replyAt,
    item: () => world.table.find(keys.inboxItem(inboxIdOfTicket(caller.userId, id)), inboxRecord),
    ask: (body: object = {}, now = askedAt, by = caller) =>
      callInMemory(askFollowUp, handle, { caller: by, body: { id, message, ...body }, now }, deps),
    emails: () =>
      world.database.all().filter(({ cause }) => String(cause?.['S']).startsWith('ticket-follow-up:')),
  }
}

describe('ask-follow-up', () => {
  test('stores the question with the ticket, opens it in the inbox and emails the advisers, once', async () => {
    const { ask, tickets, caller, item, emails } = await aTicket({ replied: true })
    for (let i = 0; i < 2; i += 1)
      expect(await ask()).toEqual({ status: 200, body: { answeredBy: '2027-03-08' } })
    expect((await tickets.listPage(caller.userId, undefined, askedAt)).tickets).toMatchObject([
      {
        answeredBy: '2027-03-08',
        followUpUntil: null,
        messages: [{ from: 'adviser' }, { from: 'member', text: message, at: askedAt.toISOString() }],
      },
    ])
    expect(await item()).toMatchObject({
      state: 'open',
      asked_at: askedAt.toISOString(),
      due_on: '2027-03-08',
    })
    expect(emails()).toHaveLength(1)
  })

  test('stores a repeated question once, also after its reply, unless the member has seen that', async () => {
    const { ask, replyAt, tickets, caller, emails } = await aTicket({ replied: true })
    const seen = repliedAt.toISOString()
    await ask({ seen })
    const second = new Date('2027-03-08T10:00:00Z')
    await replyAt('reply-2', second)
    const later = new Date('2027-03-08T10:01:00Z')
    expect(await ask({ seen }, later)).toMatchObject({ status: 200, body: { answeredBy: '2027-03-08' } })
    expect(emails()).toHaveLength(1)
    expect(await ask({ seen: second.toISOString() }, later)).toMatchObject({ status: 200 })
    expect(emails()).toHaveLength(2)
    expect((await tickets.listPage(caller.userId, undefined, later)).tickets[0]?.messages).toHaveLength(4)
  })

  test('rejects a question before the reply, a second one, and one after 14 days', async () => {
    const closed = { body: { error: { code: 'follow_up_closed' } } }
    expect(await (await aTicket({ replied: false })).ask()).toMatchObject(closed)
    const { ask } = await aTicket({ replied: true })
    expect(await ask({}, new Date('2027-03-16T10:00:00Z'))).toMatchObject(closed)
    expect(await ask({}, new Date('2027-03-16T09:59:59Z'))).toMatchObject({ status: 200 })
    expect(await ask({ message: 'And for the next repair?' })).toMatchObject(closed)
  })

  test('stores one of two different questions sent at the same time, and rejects the other', async () => {
    const { ask, emails, world } = await aTicket({ replied: true })
    forceOverlap(world.table, 2)
    const outcomes = await Promise.all([ask(), ask({ message: 'And for the next repair?' })])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(emails()).toHaveLength(1)
  })

  test('reads no other ticket of the account', async () => {
    const { ask, world, caller } = await aTicket({ replied: true })
    // A ticket that cannot be read would fail the request.
    await world.table.put(keys.ticket(caller.userId, askedAt.toISOString(), 'FFFFFFFF'), {})
    expect(await ask()).toMatchObject({ status: 200 })
  })

  test("returns not found for another member's ticket", async () => {
    const { ask, world } = await aTicket({ replied: true })
    const other = await world.account({ plan: 'monthly' })
    expect(await ask({}, askedAt, other)).toMatchObject({ status: 404 })
  })
})
