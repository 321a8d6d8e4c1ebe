import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from './testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const names = () => shop.received.map(({ body }) => JSON.parse(body).data.object.name as string)
const heldIds = () => shop.standIn.webhooks().held.map((event) => String(Reflect.get(event, 'id')))

test('held events wait until they are released, in the order and as often as asked', async () => {
  shop.standIn.setWebhookMode('hold')
  for (const name of ['a', 'b', 'c']) await shop.stripe.customers.create({ name })
  await shop.standIn.settle()
  expect(names()).toEqual([])
  const [a = '', b = '', c = ''] = heldIds()

  expect(await shop.standIn.release([c, a], 2)).toEqual([c, c, a, a].map((id) => ({ id, status: 200 })))
  expect(names()).toEqual(['c', 'c', 'a', 'a'])
  expect(heldIds()).toEqual([b])
  await shop.standIn.release()
  expect(names()).toEqual(['c', 'c', 'a', 'a', 'b'])
  expect(shop.standIn.webhooks().delivered).toHaveLength(3)
})

test('an event is sent up to three times until the endpoint answers 2xx', async () => {
  shop.answers.push(500, 400)
  const { id } = await shop.stripe.customers.create({ name: 'a' })
  await shop.standIn.settle()
  expect(shop.standIn.webhooks().delivered).toMatchObject([
    { type: 'customer.created', object: id, attempts: [{ status: 500 }, { status: 400 }, { status: 200 }] },
  ])
})

test('an event that the endpoint refuses is shown as retrying, and then as failed', async () => {
  shop.answers.push(500, 500, 500)
  await shop.stripe.customers.create({ name: 'a' })
  const state = () => Reflect.get(shop.standIn.webhooks().delivered[0] ?? {}, 'state')
  await expect.poll(state).toBe('retrying')
  await shop.standIn.settle()
  expect(state()).toBe('failed')
  await shop.standIn.release([String(Reflect.get(shop.standIn.webhooks().delivered[0] ?? {}, 'id'))])
  expect(state()).toBe('delivered')
})

test('while the secret is being replaced events are signed with both, and afterwards with the new one', async () => {
  const old = shop.standIn.webhookSecret
  const { secret } = shop.standIn.rotateWebhookSecret(3600)
  const accepts = (candidate: string) => {
    const { body = '', signature = '' } = shop.received.at(-1) ?? {}
    try {
      return shop.stripe.webhooks.constructEvent(body, signature, candidate, 1e9).object === 'event'
    } catch {
      // A signature that does not fit is what is asked about.
      return false
    }
  }
  await shop.stripe.customers.create()
  await shop.standIn.settle()
  expect([accepts(old), accepts(secret)]).toEqual([true, true])
  shop.clock.set(new Date(shop.clock.now().getTime() + 3601_000))
  await shop.stripe.customers.create()
  await shop.standIn.settle()
  expect([accepts(old), accepts(secret)]).toEqual([false, true])
  expect(shop.standIn.webhookSecret).toBe(secret)
})

test('signatures carry the time of the movable clock', async () => {
  const moment = new Date('2030-05-06T07:08:09Z')
  shop.clock.set(moment)
  await shop.stripe.customers.create({ name: 'a' })
  await shop.standIn.settle()
  const [{ signature, body } = { signature: '', body: '' }] = shop.received
  const [, signedAt] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(signature) ?? []
  expect(Number(signedAt) - moment.getTime() / 1000).toBeLessThan(10)
  expect(Number(signedAt)).toBeGreaterThanOrEqual(moment.getTime() / 1000)
  expect(JSON.parse(body).created).toBeGreaterThanOrEqual(moment.getTime() / 1000)
})

test('a reset forgets customers, events and what was held', async () => {
  shop.standIn.setWebhookMode('hold')
  await shop.stripe.customers.create()
  await shop.standIn.reset()
  expect(shop.standIn.webhooks()).toEqual({ mode: 'deliver', held: [], delivered: [] })
  expect((await shop.stripe.events.list()).data).toEqual([])
  expect((await shop.stripe.customers.list()).data).toEqual([])
})
