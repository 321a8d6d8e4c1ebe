import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutesOf } from '../../shared/rules/pass.ts'
import { receive } from '../../services/billing/stripe-webhook/receive.ts'
import { syncCustomer } from '../../services/billing/sync-customer.ts'
import { activeOf } from './oracle.ts'
import { buy, isSubscribed, memberOf, sessionsOf, sweep, verify } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

/** Pays every page that is open, and waits until its events have come. */
const payAll = async () => {
  for (const { id, status } of await sessionsOf(world))
    if (status === 'open') await world.standIn.pay(id, 'ok')
  await world.standIn.settle()
}

const customerOfAna = async () => String((await memberOf(world, 'ana')).profile.stripe_customer_id)

const aMember = async () => {
  await buy(world, 'ana', 'monthly')
  await payAll()
  await sweep(world)
  expect(await isSubscribed(world, 'ana')).toBe(true)
  return { userId: 'ana', customerId: await customerOfAna() }
}

test('an older answer of Stripe never overwrites a newer one', async () => {
  const customer = await aMember()
  const { needs } = world
  const now = world.clock.now()
  let overtaken = false
  const slow = {
    ...needs,
    stripe: {
      ...needs.stripe,
      subscriptionsOf: async (customerId: string) => {
        const answer = await needs.stripe.subscriptionsOf(customerId)
        if (overtaken) return answer
        overtaken = true
        const [subscription] = await activeOf(world, customerId)
        if (subscription) await world.stripe.subscriptions.cancel(subscription.id)
        await syncCustomer({ ...customer, now }, needs)
        return answer
      },
    },
  }
  // The slow run has something to write as well, so that only the version can stop it.
  const cause = { eventId: 'evt_slow', type: 'customer.subscription.updated' }
  const [live] = await activeOf(world, customer.customerId)
  if (live) await world.stripe.subscriptions.update(live.id, { cancel_at_period_end: true })
  await syncCustomer({ ...customer, cause, now }, slow)
  expect(await isSubscribed(world, 'ana')).toBe(false)
})

test('an event that was dealt with asks nobody again', async () => {
  await aMember()
  const event = world.log.find(({ type }) => type === 'customer.subscription.created')
  if (event === undefined) throw new Error('Stripe told nobody of the subscription')
  await receive(event, world.needs, world.clock.now())
  const asked: string[] = []
  const watched = {
    ...world.needs,
    stripe: {
      ...world.needs.stripe,
      subscriptionsOf: async (customerId: string) => {
        asked.push(customerId)
        return world.needs.stripe.subscriptionsOf(customerId)
      },
    },
  }
  await receive(event, watched, world.clock.now())
  expect(asked).toEqual([])
})

test('both plans chosen at once, ten times over, leave one page that can be paid', async () => {
  const tabs = Array.from({ length: 10 }, (_, tab) => buy(world, 'ana', tab % 2 === 0 ? 'monthly' : 'annual'))
  await Promise.allSettled(tabs)
  expect((await sessionsOf(world)).filter(({ status }) => status === 'open')).toHaveLength(1)
  await payAll()
  await sweep(world)
  expect(await activeOf(world, await customerOfAna())).toHaveLength(1)
})

test('a cancellation that the portal set keeps access to its date and not a second longer', async () => {
  const { customerId } = await aMember()
  const [subscription] = await activeOf(world, customerId)
  const at = Math.floor(world.clock.now().getTime() / 1000) + 10 * 24 * 3600
  await world.stripe.subscriptions.update(String(subscription?.id), { cancel_at: at })
  await sweep(world)
  world.clock.set(new Date((at - 60) * 1000))
  expect(await isSubscribed(world, 'ana')).toBe(true)
  world.clock.set(new Date(at * 1000))
  expect(await isSubscribed(world, 'ana')).toBe(false)
})

test('a pass is given once, whoever asks for it at once', async () => {
  await buy(world, 'ana', 'one-time')
  await payAll()
  const [session] = await sessionsOf(world)
  const asks = Array.from({ length: 10 }, () => verify(world, 'ana', String(session?.id)))
  await Promise.all([...asks, sweep(world)])
  const held = await world.needs.passes.of('ana')
  expect(held?.map(({ pass }) => minutesOf(pass))).toEqual([30])
})
