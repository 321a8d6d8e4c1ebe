import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutesOf } from '#shared/rules/pass.ts'
import { hashOf } from '#platform/crypto.ts'
import { buyAsGuest, reportAsGuest } from './steps.ts'
import { bodyOf, withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { deliverAll, payPage, purchasesOf, withdrawAs, refundsAtStripe, passMinutes } = withdrawalKit(
  () => world,
)

/** Buys 30 minutes as a guest: a pass, or more minutes on it. */
const buyMinutes = async () => {
  await buyAsGuest(world, world.guestKeys[0])
  await payPage()
}

const keyOfGuest = () => String(world.guestKeys[0])

/** Withdraws from the first purchase that is left to the guest, with a request that dies at its refund. */
const withdrawWhile = async (failure: 'fails' | 'drops the response') => {
  const key = { guest_key: keyOfGuest() }
  const [purchase] = await purchasesOf('guest', key)
  if (purchase === undefined) throw new Error('There is no purchase')
  world.onStripeRequest = (action) => (action === 'refunds.create' ? failure : undefined)
  expect(await withdrawAs('guest', { ...bodyOf(purchase), ...key })).toMatchObject({ status: 502 })
  world.onStripeRequest = () => undefined
}

const minutesOfKey = async () => {
  const stored = await world.deps.passes.findByKeyHash(hashOf(keyOfGuest()))
  return stored && minutesOf(stored.pass)
}

/** Buys more minutes two minutes later. Returns the events until then, which are late. */
const buyBeforeEvents = async () => {
  const late = world.queue
  world.queue = []
  passMinutes(2)
  await buyMinutes()
  return late
}

describe('a purchase of a guest, two minutes after a withdrawal that was interrupted,', () => {
  test('extends the pass if nothing was refunded', async () => {
    await buyMinutes()
    await reportAsGuest(world, keyOfGuest(), 'started')
    await withdrawWhile('fails')
    passMinutes(2)
    await buyMinutes()
    expect(await minutesOfKey()).toBe(60)
    expect(await refundsAtStripe()).toEqual([])
  })

  test('extends the pass if another purchase is left, before the events of the refund', async () => {
    await buyMinutes()
    await buyMinutes()
    await reportAsGuest(world, keyOfGuest(), 'started')
    await withdrawWhile('drops the response')
    const late = await buyBeforeEvents()
    for (let times = 0; times < 2; times += 1) {
      expect(await minutesOfKey()).toBe(60)
      world.queue = late
      await deliverAll()
    }
  })

  test('extends the pass if a third purchase is left after two such withdrawals', async () => {
    for (let times = 0; times < 3; times += 1) await buyMinutes()
    await reportAsGuest(world, keyOfGuest(), 'started')
    await withdrawWhile('drops the response')
    passMinutes(2)
    await withdrawWhile('drops the response')
    const late = await buyBeforeEvents()
    for (let times = 0; times < 2; times += 1) {
      expect(await minutesOfKey()).toBe(60)
      world.queue = late
      await deliverAll()
    }
  })

  test('creates a pass if two such withdrawals have left nothing of the earlier one', async () => {
    for (let times = 0; times < 2; times += 1) await buyMinutes()
    await reportAsGuest(world, keyOfGuest(), 'started')
    await withdrawWhile('drops the response')
    passMinutes(2)
    await withdrawWhile('drops the response')
    const late = await buyBeforeEvents()
    world.queue = late
    await deliverAll()
    expect(await minutesOfKey()).toBe(0)
  })

  test('creates a pass if the refund ended the earlier one', async () => {
    await buyMinutes()
    await withdrawWhile('drops the response')
    const late = await buyBeforeEvents()
    world.queue = late
    await deliverAll()
    expect(await minutesOfKey()).toBe(0)
  })
})
