import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, openCheckout, openShop, subscribe, type Shop } from '../testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const seconds = (iso: string) => Date.parse(iso) / 1000
const startClock = (iso: string) =>
  shop.stripe.testHelpers.testClocks.create({ frozen_time: seconds(iso), name: 'A year' })

const buy = async (clock: string) => {
  const customer = await shop.stripe.customers.create({ test_clock: clock, email: 'a@customer.example' })
  const session = await openCheckout(shop, 'monthly', customer.id)
  await shop.standIn.pay(session.id, 'ok')
  const { subscription } = await shop.stripe.checkout.sessions.retrieve(session.id)
  return { customer, subscription: idOf(subscription) }
}

test('a customer with a test clock lives at its time, and moves on only when it is advanced', async () => {
  const others = await subscribe(shop)
  const clock = await startClock('2031-05-31T09:00:00Z')
  const { customer, subscription } = await buy(clock.id)
  expect(customer.created).toBe(clock.frozen_time)
  const before = await shop.stripe.subscriptions.retrieve(subscription)
  expect(before).toMatchObject({ created: clock.frozen_time, test_clock: clock.id, status: 'active' })

  const answer = await shop.stripe.testHelpers.testClocks.advance(clock.id, {
    frozen_time: seconds('2031-08-01T00:00:00Z'),
  })
  expect(answer.status).toBe('advancing')
  expect(await shop.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
    status: 'ready',
    frozen_time: seconds('2031-08-01T00:00:00Z'),
  })
  const { data } = await shop.stripe.invoices.list({ customer: customer.id })
  expect(data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
    '2031-07-31',
    '2031-06-30',
    '2031-05-31',
  ])
  expect((await shop.stripe.invoices.list({ customer: others.customer })).data).toHaveLength(1)
})

test('the clock of everybody else does not move a customer with a test clock', async () => {
  const clock = await startClock('2031-05-31T09:00:00Z')
  const { customer } = await buy(clock.id)
  shop.clock.set(new Date('2035-01-01T00:00:00Z'))
  expect((await shop.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
  await expect(
    shop.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time }),
  ).rejects.toThrow('must be after')
})

test('a deleted test clock takes its customers with it', async () => {
  const clock = await startClock('2031-05-31T09:00:00Z')
  const { customer, subscription } = await buy(clock.id)
  expect(await shop.stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
  expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  expect((await shop.stripe.testHelpers.testClocks.list()).data).toEqual([])
})
