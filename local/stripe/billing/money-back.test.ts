import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, openCheckout, openShop, subscribe, type Shop } from '../testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const buyPass = async () => {
  const session = await openCheckout(shop, 'pass')
  await shop.standIn.pay(session.id, 'ok')
  return session.id
}

const chargeOf = async (session: string) => {
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(session)
  const { data } = await shop.stripe.charges.list({ payment_intent: idOf(intent) })
  const [charge] = data
  if (!charge) throw new Error('Nothing was charged')
  return charge
}

const eventsOf = async (...types: string[]) =>
  (await shop.stripe.events.list({ types })).data.map(({ type }) => type).reverse()

test('a payment named by its session is given back in parts, and never more than was paid', async () => {
  const session = await buyPass()
  expect(shop.standIn.refund({ session, amount: 2000 })).toMatchObject({ amount: 2000, status: 'succeeded' })
  expect(await chargeOf(session)).toMatchObject({ amount_refunded: 2000, refunded: false })
  expect(() => shop.standIn.refund({ session, amount: 3001 })).toThrow('greater than unrefunded amount')
  shop.standIn.refund({ session })
  expect(await chargeOf(session)).toMatchObject({ amount_refunded: 5000, refunded: true })
  expect(() => shop.standIn.refund({ session })).toThrow('already been refunded')
  expect(await eventsOf('refund.*', 'charge.refunded')).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
  ])
})

test('the payment of a subscription is found by its session and its invoice', async () => {
  const { session, subscription } = await subscribe(shop)
  const { latest_invoice: invoice } = await shop.stripe.subscriptions.retrieve(subscription)
  shop.standIn.refund({ session, amount: 1 })
  shop.standIn.refund({ invoice: idOf(invoice), amount: 2 })
  const { data } = await shop.stripe.refunds.list()
  expect(data.map(({ amount }) => amount)).toEqual([2, 1])
  expect(new Set(data.map(({ charge }) => charge)).size).toBe(1)
})

test('a refund that the bank sends back leaves the charge as paid as before', async () => {
  const session = await buyPass()
  const { id } = shop.standIn.refund({ session, fails: true })
  expect(await shop.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' })
  expect(await chargeOf(session)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await eventsOf('refund.*')).toEqual(['refund.created', 'refund.updated', 'refund.failed'])
})

test('a dispute takes the money at once, and gives it back when it is won', async () => {
  const session = await buyPass()
  const { id } = shop.standIn.dispute({ session, outcome: 'open' })
  expect(await chargeOf(session)).toMatchObject({ disputed: true })
  expect((await shop.stripe.disputes.retrieve(id)).status).toBe('needs_response')
  expect(() => shop.standIn.refund({ session })).toThrow('charged back')
  shop.standIn.dispute({ session, outcome: 'won' })
  const won = await shop.stripe.disputes.retrieve(id)
  expect(won.status).toBe('won')
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-5000, 5000])
  expect(await eventsOf('charge.dispute.*')).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
})

test('a dispute that is lost, or accepted by the shop, gives nothing back', async () => {
  const lost = shop.standIn.dispute({ session: await buyPass(), outcome: 'lost' })
  expect(lost.status).toBe('lost')
  const { id, charge } = shop.standIn.dispute({ session: await buyPass(), outcome: 'open' })
  expect((await shop.stripe.disputes.close(id)).status).toBe('lost')
  await expect(shop.stripe.disputes.close(id)).rejects.toThrow('already closed')
  expect((await shop.stripe.disputes.list({ charge })).data).toHaveLength(1)
  expect(await eventsOf('charge.dispute.funds_reinstated')).toEqual([])
})

test('what was never paid is neither given back nor disputed', async () => {
  const session = await openCheckout(shop, 'pass')
  expect(() => shop.standIn.refund({ session: session.id })).toThrow('No such payment_intent')
  await shop.standIn.pay(session.id, 'decline')
  expect(() => shop.standIn.dispute({ session: session.id, outcome: 'open' })).toThrow('successful charge')
  expect(() => shop.standIn.refund({ charge: 'ch_none' })).toThrow("No such charge: 'ch_none'")
})
