import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { askFollowUp, listTickets, submitTicket } from '#shared/contract/tickets.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { beforeNextWrite } from '#test/kit/overlap.ts'
import { handle as ask } from './ask-follow-up/handler.ts'
import { followUpRepository } from './follow-up.repository.ts'
import { handle as list } from './list-tickets/handler.ts'
import { handle as submit } from './submit-ticket/handler.ts'
import { ticketMessageWrite } from './ticket-messages.ts'
import { ticketRepository } from './ticket.repository.ts'

const start = new Date('2027-03-01T10:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3600_000)

const aDesk = async () => {
  const world = inMemory({ now: start })
  const tickets = ticketRepository(world.table)
  const caller = await world.account({ plan: 'monthly' })
  const deps = { tickets, followUps: followUpRepository(world.table), siteUrl: 'http://localhost' }
  const stored = (entity: string) => world.database.all().filter((item) => item['entity']?.['S'] === entity)
  return {
    world,
    caller,
    stored,
    submit: (topic: string, now = start) => {
      const body = { topic, country: 'wales', message: 'Who pays for the check?' }
      return callInMemory(submitTicket, submit, { caller, body, now }, deps)
    },
    idOf: async (topic: string) => {
      const found = (await tickets.listPage(caller.userId, undefined, start)).tickets.find(
        (ticket) => ticket.topic === topic,
      )
      if (found === undefined) throw new Error('There is no such ticket')
      return found.id
    },
    reply: (reference: string, text: string, now: Date, createdAt = start) =>
      world.table.transact(
        ticketMessageWrite(
          { user_id: caller.userId, reference, created_at: createdAt.toISOString() },
          `reply-${reference}-${now.toISOString()}`,
          { from: 'adviser', text, acknowledges: false, at: now.toISOString() },
        ),
      ),
    ask: (id: string, message: string, now: Date) =>
      callInMemory(askFollowUp, ask, { caller, body: { id, message }, now }, deps),
    list: async () => {
      const { body } = await callInMemory(listTickets, list, { caller, now: start }, deps)
      return listTickets.ok.parse(body).data
    },
  }
}

/** Replaces the profile of an account with a tombstone, as a deletion does. */
const deleteNow = ({ table }: ReturnType<typeof inMemory>, { userId }: Caller) =>
  table.transact(
    put(keys.profile(userId), { entity: 'tombstone', user_id: userId, deleted_at: start.toISOString() }),
  )

describe('an account that is deleted while a request runs', () => {
  test('submits no ticket', async () => {
    const { world, caller, submit: send, stored } = await aDesk()
    beforeNextWrite(world.table, () => deleteNow(world, caller))
    expect(await send('Gas safety')).toMatchObject(apiError('unauthorized'))
    expect(['ticket', 'inbox_item', 'email'].flatMap(stored)).toEqual([])
  })

  test('asks no follow-up question', async () => {
    const { world, caller, submit: send, idOf, reply, ask: follow, stored } = await aDesk()
    await send('Gas safety')
    const id = await idOf('Gas safety')
    await reply(id, 'The landlord pays.', hours(1))
    const emails = stored('email').length
    beforeNextWrite(world.table, () => deleteNow(world, caller))
    expect(await follow(id, 'And for the repair?', hours(2))).toMatchObject(apiError('unauthorized'))
    expect(stored('ticket_message')).toHaveLength(1)
    expect(stored('email')).toHaveLength(emails)
  })
})

describe('ask-follow-up', () => {
  test('returns not found if the ticket is deleted while it runs', async () => {
    const { world, caller, submit: send, idOf, reply, ask: follow, stored } = await aDesk()
    await send('Gas safety')
    const id = await idOf('Gas safety')
    await reply(id, 'The landlord pays.', hours(1))
    const emails = stored('email').length
    beforeNextWrite(world.table, () => world.table.delete(keys.inboxItem(inboxIdOfTicket(caller.userId, id))))
    expect(await follow(id, 'And for the repair?', hours(2))).toMatchObject(apiError('not_found'))
    expect(stored('inbox_item')).toEqual([])
    expect(stored('email')).toHaveLength(emails)
  })

  test('stores the question with the ticket that it names, not with a later one', async () => {
    const { submit: send, idOf, reply, ask: follow, list: listed } = await aDesk()
    await send('Gas safety')
    await send('Deposit', hours(0.5))
    const [gas, deposit] = [await idOf('Gas safety'), await idOf('Deposit')]
    await reply(gas, 'The landlord pays.', hours(1))
    await reply(deposit, 'The scheme decides.', hours(1), hours(0.5))
    expect(await follow(gas, 'And for the repair?', hours(2))).toMatchObject({ status: 200 })
    expect(
      (await listed()).map(({ topic, messages }) => [topic, ...messages.map(({ text }) => text)]),
    ).toEqual([
      ['Deposit', 'The scheme decides.'],
      ['Gas safety', 'The landlord pays.', 'And for the repair?'],
    ])
  })

  test('stores a question with the words of the reply', async () => {
    const { submit: send, idOf, reply, ask: follow, list: listed } = await aDesk()
    await send('Gas safety')
    const id = await idOf('Gas safety')
    await reply(id, 'The landlord pays.', hours(1))
    expect(await follow(id, 'The landlord pays.', hours(2))).toMatchObject({ status: 200 })
    expect((await listed())[0]?.messages.map(({ from }) => from)).toEqual(['adviser', 'member'])
  })
})
