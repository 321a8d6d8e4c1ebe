import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getNumbers, type MonthNumbers, type Numbers } from '#shared/contract/numbers.ts'
import type { Plan } from '#shared/values/plans.ts'
import { inboxWrite } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { put, update } from '#platform/table/write.ts'
import { chatCountRepository } from '#services/chat/chat-count.repository.ts'
import type { PassHolder } from '#services/passes/public.ts'
import { accountSearchWrites } from '#services/identity/public.ts'
import { handle as compute } from '#services/numbers/compute-numbers/handler.ts'
import { handle as read } from '#services/numbers/get-numbers/handler.ts'
import { numbersRepository } from '#services/numbers/numbers.repository.ts'
import { readStripeFigures } from '#services/numbers/stripe-figures.ts'
import { tableFigures } from '#services/numbers/table-figures.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { accountOf, buy, buyAsGuest, deliver, sessionsOf, setCancellation } from './steps.ts'
import { callerOf } from './withdrawal-steps.ts'
import { openWorld, profileOf, type UserName, userNames, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.restart()
  world.clock.set(new Date('2027-01-15T10:00:00Z'))
  for (const name of userNames) await world.table.transact(...accountSearchWrites(profileOf(name, name)))
})
afterAll(() => world.close())

const deliverAll = async () => {
  await world.stripeEmulator.waitUntilIdle()
  for (const event of world.queue.splice(0)) await deliver(world, event)
}

const setTime = async (time: string) => {
  world.clock.set(new Date(time))
  await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
  await deliverAll()
}

const payLatest = async (): Promise<string> => {
  const session = (await sessionsOf(world)).find(({ status }) => status === 'open')
  await world.stripeEmulator.pay(String(session?.id), 'ok')
  await deliverAll()
  return String(session?.id)
}

const purchase = async (name: UserName, plan: Plan): Promise<string> => {
  await buy(world, name, plan)
  return payLatest()
}

/** Runs the nightly computation and returns what an admin then reads. */
const computed = async (): Promise<Numbers> => {
  const numbers = numbersRepository(world.table)
  const deps = { numbers, figures: tableFigures(world.table), readStripeFigures }
  await compute(deps, world.clock.now())
  const caller = await callerOf(world, 'ana')
  const { body } = await callInMemory(getNumbers, read, { caller, now: world.clock.now() }, { numbers })
  if (!('months' in body)) throw new Error(JSON.stringify(body))
  return body
}

const monthIn = ({ months }: Numbers, month: string): Partial<MonthNumbers> =>
  months.find((one) => one.month === month) ?? {}

describe('numbers at a glance', () => {
  test('agree with Stripe to the penny, by months of London time', async () => {
    await purchase('ana', 'monthly')
    const pass = await purchase('ben', 'one-time')
    await buyAsGuest(world, undefined)
    const guestPass = await payLatest()
    await setTime('2027-03-01T00:30:00Z')
    world.stripeEmulator.refund({ session: pass, amount: 1234 })
    world.stripeEmulator.dispute({ session: guestPass, outcome: 'open' })
    await deliverAll()
    const figures = await computed()
    const charges = (await world.stripe.charges.list({ limit: 100 })).data
    const refunds = (await world.stripe.refunds.list({ limit: 100 })).data
    const disputes = (await world.stripe.disputes.list({ limit: 100 })).data
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
    const of = (field: 'incomeMinor' | 'returnedMinor') => sum(figures.months.map((month) => month[field]))
    expect(of('incomeMinor')).toBe(sum(charges.map(({ amount_captured }) => amount_captured)))
    expect(of('returnedMinor')).toBe(sum([...refunds, ...disputes].map(({ amount }) => amount)))
    expect(monthIn(figures, '2027-01')).toMatchObject({
      incomeMinor: 15_000,
      returnedMinor: 0,
      passesSold: 2,
    })
    expect(monthIn(figures, '2027-02')).toMatchObject({ incomeMinor: 5000, returnedMinor: 0, passesSold: 0 })
    expect(monthIn(figures, '2027-03')).toMatchObject({ incomeMinor: 0, returnedMinor: 6234 })
    world.stripeEmulator.dispute({ session: guestPass, outcome: 'won' })
    expect(monthIn(await computed(), '2027-03')).toMatchObject({ returnedMinor: 1234 })
  })

  test('count members by plan, and those who joined and left', async () => {
    await purchase('ana', 'monthly')
    await purchase('ben', 'annual')
    await setCancellation(world, 'ana', true)
    expect((await computed()).members).toEqual({ monthly: 1, annual: 1 })
    await setTime('2027-02-20T10:00:00Z')
    const figures = await computed()
    expect(figures.members).toEqual({ monthly: 0, annual: 1 })
    expect(monthIn(figures, '2027-01')).toMatchObject({ joined: 2, left: 0 })
    expect(monthIn(figures, '2027-02')).toMatchObject({ joined: 0, left: 1 })
  })

  test('do not count a duplicate subscription, which is refunded', async () => {
    await purchase('ana', 'monthly')
    const customer = String((await accountOf(world, 'ana')).profile.stripe_customer_id)
    world.clock.set(new Date('2027-01-15T10:05:00Z'))
    world.stripeEmulator.startSubscription(customer, 'advice_monthly')
    await deliverAll()
    await deliverAll()
    expect(monthIn(await computed(), '2027-01')).toMatchObject({
      joined: 1,
      left: 0,
      incomeMinor: 10_000,
      returnedMinor: 5000,
    })
  })

  test('count chats once a day, tickets by their due day, and referrals', async () => {
    const chats = chatCountRepository(world.table)
    const chatOn = (holder: PassHolder, day: string, ...authors: readonly ('visitor' | 'adviser')[]) => {
      const at = new Date(`2027-01-${day}T11:00:00Z`)
      return chats.record(
        holder,
        authors.map((from) => ({ from, at })),
        at,
      )
    }
    for (const day of ['15', '15', '16']) await chatOn({ userId: 'ana' }, day, 'visitor', 'adviser')
    await chatOn({ keyHash: 'guest' }, '15', 'visitor', 'adviser')
    await chatOn({ keyHash: 'unanswered' }, '15', 'visitor')
    const ticket = async (id: string, user_id: string | null, asked: string, answered?: string) => {
      const at = new Date(asked)
      await world.table.transact(inboxWrite({ id, user_id, reference: id, name: 'Ana', topic: 'Rent' }, at))
      if (answered === undefined) return
      const { gsi1pk, gsi1sk } = keys.inboxOf('answered', `${answered}#${id}`)
      await world.table.transact(
        update(keys.inboxItem(id), 'SET #state = :state, gsi1pk = :pk, gsi1sk = :sk', {
          names: { '#state': 'state' },
          values: { ':state': 'answered', ':pk': gsi1pk, ':sk': gsi1sk },
        }),
      )
    }
    await ticket('on-time', 'ana', '2027-01-11T10:00:00Z', '2027-01-12T10:00:00Z')
    await ticket('too-late', 'ana', '2027-01-11T10:00:00Z', '2027-01-13T10:00:00Z')
    await ticket('overdue', 'ana', '2027-01-12T10:00:00Z')
    await ticket('not-due', 'ana', '2027-01-15T09:00:00Z')
    await ticket('contact', null, '2027-01-11T10:00:00Z', '2027-01-12T10:00:00Z')
    const day = { entity: 'referral_day', day: '2027-01-31', token: 't', referrer_name: 'Sample', count: 3 }
    await world.table.transact(put(keys.referralDay(day.day, day.token), day))
    expect(monthIn(await computed(), '2027-01')).toMatchObject({
      chats: 3,
      ticketsOnTime: 1,
      ticketsLate: 2,
      referrals: 3,
    })
  })
})
