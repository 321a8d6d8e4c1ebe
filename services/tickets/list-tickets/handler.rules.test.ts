import { describe, expect, test } from 'vitest'
import { listTickets } from '#shared/contract/tickets.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { anInbox } from '#test/kit/in-memory/inbox.ts'
import { ticketRepository } from '../ticket.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const aDesk = () => {
  const world = inMemory({ now })
  const tickets = ticketRepository(world.table)
  return {
    world,
    submit: ({ profile }: Caller, topic: string, at: Date, message = 'What are my duties here?') =>
      tickets.submit({
        from: profile,
        form: { topic, country: 'england', message },
        answeredBy: '2027-03-02',
        link: 'http://localhost/profile',
        now: at,
      }),
    list: (caller: Caller, body = {}) =>
      callInMemory(listTickets, handle, { caller, body, now }, { tickets }),
  }
}

describe('list-tickets', () => {
  test('returns an empty list for a user without tickets', async () => {
    const { world, list } = aDesk()
    expect(await list(await world.account())).toEqual({ status: 200, body: { data: [] } })
  })

  test('returns the state of each ticket, which closing and reopening it changes', async () => {
    const { world, tickets, submit, close, reopen } = await anInbox()
    const caller = await world.account({ plan: 'monthly' })
    const id = await submit(caller, 'Gas safety')
    await submit(caller, 'Right to rent', new Date(now.getTime() + 60_000))
    const states = async () => {
      const reply = await callInMemory(listTickets, handle, { caller, body: {}, now }, { tickets })
      return listTickets.ok.parse(reply.body).data.map(({ topic, state }) => [topic, state])
    }
    await close({ id, reason: 'no-reply-needed' })
    expect(await states()).toEqual([
      ['Right to rent', 'open'],
      ['Gas safety', 'closed'],
    ])
    await reopen(id)
    expect(await states()).toContainEqual(['Gas safety', 'open'])
    await close({ id, reason: 'answered-elsewhere' })
    expect(await states()).toContainEqual(['Gas safety', 'answered'])
  })

  test('returns the kind of a ticket, which an admin changes', async () => {
    const { world, tickets, submit, mark } = await anInbox()
    const caller = await world.account({ plan: 'monthly' })
    const id = await submit(caller)
    const kinds = async () => {
      const reply = await callInMemory(listTickets, handle, { caller, body: {}, now }, { tickets })
      return listTickets.ok.parse(reply.body).data.map(({ kind }) => kind)
    }
    expect(await kinds()).toEqual(['question'])
    await mark({ id, kind: 'complaint' })
    expect(await kinds()).toEqual(['complaint'])
  })

  test('returns the kind that the ticket had when each reply was sent', async () => {
    const { world, tickets, submit, mark, answer, close, reopen } = await anInbox()
    const caller = await world.account({ plan: 'monthly' })
    const id = await submit(caller)
    await answer({ id, text: 'You have no duties here.' })
    await reopen(id)
    await mark({ id, kind: 'complaint' })
    await close({ id, reason: 'answered-elsewhere' }, new Date(now.getTime() + 60_000))
    const reply = await callInMemory(listTickets, handle, { caller, body: {}, now }, { tickets })
    expect(listTickets.ok.parse(reply.body).data).toMatchObject([
      { kind: 'complaint', messages: [{ kind: 'question' }, { kind: 'complaint' }] },
    ])
  })

  test('returns the due day of a reopened ticket, not a promised day that is over', async () => {
    const { world, tickets, submit, close, reopen } = await anInbox()
    const caller = await world.account({ plan: 'monthly' })
    const id = await submit(caller, 'Gas safety')
    const promised = async () => {
      const reply = await callInMemory(listTickets, handle, { caller, body: {}, now }, { tickets })
      return listTickets.ok.parse(reply.body).data.map(({ answeredBy }) => answeredBy)
    }
    expect(await promised()).toEqual(['2027-03-02'])
    await close({ id, reason: 'no-reply-needed' })
    await reopen(id, new Date('2027-03-15T10:00:00Z'))
    expect(await promised()).toEqual(['2027-03-16'])
    await close({ id, reason: 'no-reply-needed' })
    expect(await promised()).toEqual(['2027-03-02'])
  })

  test('returns the promised day of a ticket that is not in the inbox', async () => {
    const { world, tickets, submit } = await anInbox()
    const caller = await world.account({ plan: 'monthly' })
    await world.table.delete(keys.inboxItem(await submit(caller)))
    const reply = await callInMemory(listTickets, handle, { caller, body: {}, now }, { tickets })
    expect(listTickets.ok.parse(reply.body).data).toMatchObject([{ state: 'open', answeredBy: '2027-03-02' }])
  })

  test('returns tickets in pages that fit in a response, however many and long they are', async () => {
    const { world, submit, list } = aDesk()
    const caller = await world.account({ plan: 'monthly' })
    // A character of three bytes.
    const message = '€'.repeat(5000)
    const topics = Array.from({ length: 450 }, (_, index) => `Topic ${index}`)
    for (const [index, topic] of topics.entries())
      await submit(caller, topic, new Date(now.getTime() + index), message)
    const listed: string[] = []
    let after: string | undefined
    do {
      const { body } = await list(caller, { after })
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4 * 1024 * 1024)
      const page = listTickets.ok.parse(body)
      listed.push(...page.data.map(({ topic }) => topic))
      after = page.next
    } while (after !== undefined)
    expect(listed).toEqual(topics.toReversed())
  })

  test('reads no more tickets than a page has, however many there are', async () => {
    const { world, submit, list } = aDesk()
    const caller = await world.account({ plan: 'monthly' })
    for (let index = 0; index < 250; index += 1)
      await submit(caller, `Topic ${index}`, new Date(now.getTime() + index))
    let requests = 0
    world.database.onRequest = () => (requests += 1)
    const first = listTickets.ok.parse((await list(caller, {})).body)
    expect([first.data.length, requests]).toEqual([100, 2])
    requests = 0
    const second = listTickets.ok.parse((await list(caller, { after: first.next })).body)
    expect([second.data[0]?.topic, requests]).toEqual(['Topic 149', 2])
  })

  test('returns no ticket whose retention has ended, even before it is deleted', async () => {
    const { world, submit } = aDesk()
    const caller = await world.account()
    await submit(caller, 'Gas safety', now)
    const listAt = async (time: string) =>
      (await ticketRepository(world.table).listWithStates(caller.userId, undefined, new Date(time))).data
    expect(await listAt('2028-02-29T09:59:59Z')).toHaveLength(1)
    expect(await listAt('2028-03-02T10:00:00Z')).toEqual([])
  })

  test('continues at the place of a ticket that is not stored any more', async () => {
    const { world, submit, list } = aDesk()
    const caller = await world.account({ plan: 'monthly' })
    await submit(caller, 'Gas safety', now)
    const after = `${new Date(now.getTime() + 1).toISOString()}#00000000`
    expect(await list(caller, { after })).toMatchObject({ body: { data: [{ topic: 'Gas safety' }] } })
  })

  test.each(['00000000', 'x#00000000', `${now.toISOString()}#`])('rejects the place %j', async (after) => {
    const { world, list } = aDesk()
    expect(await list(await world.account(), { after })).toMatchObject({ status: 400 })
  })

  test("does not return another member's tickets, whatever the body contains", async () => {
    const { world, list, submit } = aDesk()
    const [caller, other] = [await world.account(), await world.account()]
    await submit(other, 'Gas safety', now)
    expect(await list(caller, { user_id: other.userId })).toEqual({ status: 200, body: { data: [] } })
  })

  test.each([
    ['a year of 365 days', '2026-03-01T10:00:00Z', '2027-03-01T10:00:00Z'],
    ['a year of 366 days', '2027-06-01T10:00:00Z', '2028-06-01T10:00:00Z'],
  ])('leaves out a ticket after twelve months, even if it is still stored: %s', async (_, from, until) => {
    const { world, tickets, submit, get } = await anInbox()
    const caller = await world.account({ plan: 'monthly' })
    const inboxId = await submit(caller, 'Gas safety', new Date(from))
    const end = new Date(until)
    const before = new Date(end.getTime() - 1000)
    expect((await tickets.listPage(caller.userId, undefined, before)).tickets).toHaveLength(1)
    expect(await get(inboxId, before)).toMatchObject({ status: 200 })
    expect((await tickets.listPage(caller.userId, undefined, end)).tickets).toEqual([])
  })
})
