import { describe, expect, test } from 'vitest'
import { getUser } from '#shared/contract/admin.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { ticketRepository } from '#services/tickets/public.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { put, update } from '#platform/table/write.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { userRepository } from '../user.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesBefore = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

/** Stores a pass that was paid an hour ago. */
const passWrite = (userId: string, facts: object = {}) => {
  const paid_at = minutesBefore(60)
  return put(keys.pass(userId, 'cs_1'), {
    entity: 'pass',
    user_id: userId,
    session_id: 'cs_1',
    email: null,
    paid_at,
    minutes: 30,
    purchases: { cs_1: { paid_at, reversed: false } },
    version: 1,
    ...facts,
  })
}

const anOffice = async () => {
  const world = inMemory({ now })
  const tickets = ticketRepository(world.table)
  const emailProblems = emailProblemRepository(world.table)
  const caller = await world.account()
  const get = (body: object) =>
    callInMemory(
      getUser,
      handle,
      { caller, body, now },
      { users: userRepository(world.table), tickets, emailProblems },
    )
  return { world, tickets, emailProblems, get }
}

describe('get-user', () => {
  test('returns name, company, plan, end date, balance and tickets, the same at every call', async () => {
    const { world, tickets, get } = await anOffice()
    const subscribedUntil = '2027-04-01T10:00:00.000Z'
    const { userId, profile } = await world.account({ plan: 'annual', subscribedUntil })
    await world.table.transact(
      update(keys.subscription(userId), 'SET balance_due_minor = :due', { values: { ':due': 4999 } }),
    )
    const { id } = await tickets.submit({
      from: profile,
      form: { topic: 'Gas safety', country: 'wales', message: 'What are my duties here?' },
      answeredBy: '2027-03-02',
      link: 'http://localhost/profile',
      now,
    })
    const reply = {
      status: 200,
      body: {
        id: userId,
        email: profile.email,
        full_name: profile.full_name,
        company_name: profile.company_name,
        created_at: now.toISOString(),
        last_sign_in_at: null,
        subscription_status: 'active',
        plan: 'annual',
        subscription_end: subscribedUntil,
        balance_due_minor: 4999,
        emails_stopped: null,
        pass: null,
        tickets: [
          { id, topic: 'Gas safety', created_at: now.toISOString(), inbox_id: inboxIdOfTicket(userId, id) },
        ],
      },
    }
    expect(await get({ id: userId })).toEqual(reply)
    expect(await get({ id: userId })).toEqual(reply)
  })

  test('returns the newest tickets, and the older ones on request, however many and long they are', async () => {
    const { world, tickets, get } = await anOffice()
    const { userId, profile } = await world.account()
    const topics = Array.from({ length: 120 }, (_, index) => `Topic ${index} ${'€'.repeat(100)}`)
    for (const [index, topic] of topics.entries())
      await tickets.submit({
        from: profile,
        form: { topic, country: 'wales', message: '€'.repeat(5000) },
        answeredBy: '2027-03-02',
        link: 'http://localhost/profile',
        now: new Date(now.getTime() + index),
      })
    const pages: string[][] = []
    let after: string | undefined
    do {
      const user = getUser.ok.parse((await get({ id: userId, tickets_after: after })).body)
      pages.push(user.tickets.map(({ topic }) => topic))
      after = user.tickets_next
    } while (after !== undefined)
    expect(pages.flat()).toEqual(topics.toReversed())
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
  })

  test.each([
    [{}, { minutes_left: 30, started_at: null, ends_at: '2027-03-31T09:00:00.000Z' }],
    [
      { started_at: minutesBefore(12) },
      { minutes_left: 18, started_at: minutesBefore(12), ends_at: '2027-03-01T10:18:00.000Z' },
    ],
  ])('returns the minutes and the end of a pass with %j', async (facts, pass) => {
    const { world, get } = await anOffice()
    const { userId } = await world.account()
    await world.table.transact(passWrite(userId, facts))
    const none = { plan: null, subscription_end: null, balance_due_minor: null, tickets: [] }
    expect(await get({ id: userId })).toMatchObject({
      body: { subscription_status: 'pass', pass, ...none },
    })
  })

  test.each([
    ['past_due', { subscription_status: 'unpaid', plan: 'monthly' }],
    ['canceled', { subscription_status: 'none', plan: null }],
  ])('returns the plan of a subscription that is %s: %j', async (status, shown) => {
    const { world, get } = await anOffice()
    const { userId } = await world.account({ plan: 'monthly', subscribedUntil: minutesBefore(60) })
    await world.table.transact(
      update(keys.subscription(userId), 'SET #status = :status', {
        names: { '#status': 'status' },
        values: { ':status': status },
      }),
    )
    expect(await get({ id: userId })).toMatchObject({ body: shown })
  })

  test('returns that a subscriber who also has a pass is subscribed', async () => {
    const { world, get } = await anOffice()
    const { userId } = await world.account({ plan: 'monthly' })
    await world.table.transact(passWrite(userId))
    expect(await get({ id: userId })).toMatchObject({
      body: { subscription_status: 'active', plan: 'monthly', pass: { minutes_left: 30 } },
    })
  })

  test.each([
    ['bounce', 'NoEmail'],
    ['complaint', 'abuse'],
  ] as const)('returns why emails are stopped: %s', async (reason, detail) => {
    const { world, emailProblems, get } = await anOffice()
    const { userId, profile } = await world.account()
    const stop = { reason, detail, at: minutesBefore(60) }
    await emailProblems.record({ email: profile.email, ...stop })
    expect(await get({ id: userId })).toMatchObject({ body: { emails_stopped: stop } })
    await emailProblems.remove(profile.email)
    expect(await get({ id: userId })).toMatchObject({ body: { emails_stopped: null } })
  })

  test('rejects an unknown id and the id of a deleted account', async () => {
    const { world, get } = await anOffice()
    const notFound = { status: 404, body: { error: { code: 'not_found' } } }
    expect(await get({ id: 'nobody' })).toMatchObject(notFound)
    const { userId } = await world.account()
    const tombstone = { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }
    await world.table.transact(put(keys.profile(userId), tombstone))
    expect(await get({ id: userId })).toMatchObject(notFound)
  })

  test.each([{}, { id: '' }, { id: 7 }])('rejects %j', async (body) => {
    const { get } = await anOffice()
    expect(await get(body)).toMatchObject({ status: 400 })
  })
})
