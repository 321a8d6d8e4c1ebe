import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, openShop, subscribe, type Shop } from '../testing/harness.ts'
import { periodEndAfter } from './subscription.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  shop.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => shop.close())

const at = (iso: string) => shop.clock.set(new Date(iso))
const load = (id: string) => shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
const day = (epochSeconds = 0) => new Date(epochSeconds * 1000).toISOString().slice(0, 10)

test('a month ends on the same day of the next, or on its last day', () => {
  const anchor = Date.UTC(2030, 0, 31) / 1000
  const ends = [anchor]
  for (let month = 0; month < 4; month += 1) ends.push(periodEndAfter(anchor, 'month', ends.at(-1) ?? 0))
  expect(ends.map(day)).toEqual(['2030-01-31', '2030-02-28', '2030-03-31', '2030-04-30', '2030-05-31'])
  expect(day(periodEndAfter(Date.UTC(2028, 1, 29) / 1000, 'year', Date.UTC(2031, 5, 1) / 1000))).toBe(
    '2032-02-29',
  )
})

test('a subscription renews when the clock passes the end of its period, each time with a paid invoice', async () => {
  const { customer, subscription } = await subscribe(shop)
  at('2030-04-01T00:00:00Z')
  const renewed = await load(subscription)
  expect(renewed.status).toBe('active')
  expect(day(renewed.items.data[0]?.current_period_end)).toBe('2030-04-30')
  const { data } = await shop.stripe.invoices.list({ customer })
  expect(data.map(({ billing_reason, status, created }) => [billing_reason, status, day(created)])).toEqual([
    ['subscription_cycle', 'paid', '2030-03-31'],
    ['subscription_cycle', 'paid', '2030-02-28'],
    ['subscription_create', 'paid', '2030-01-31'],
  ])
})

test('a subscription whose card is declined at renewal is past due and its invoice stays open', async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'decline')
  at('2030-03-01T00:00:00Z')
  expect(await load(subscription)).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', amount_remaining: 5000, attempt_count: 1 },
  })
  const { data } = await shop.stripe.events.list({
    types: ['invoice.payment_failed', 'customer.subscription.updated'],
  })
  expect(data[0]?.data).toMatchObject({
    object: { status: 'past_due' },
    previous_attributes: { status: 'active' },
  })
})

test('a subscription that is past due is active again when its open invoice is paid', async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'insufficient')
  at('2030-03-01T00:00:00Z')
  const { latest_invoice: latest } = await shop.stripe.subscriptions.retrieve(subscription)
  await expect(shop.stripe.invoices.pay(idOf(latest))).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
  shop.standIn.setCard(customer, 'ok')
  expect(await shop.stripe.invoices.pay(idOf(latest))).toMatchObject({
    status: 'paid',
    amount_remaining: 0,
  })
  expect((await load(subscription)).status).toBe('active')
})

test('a cancelled subscription lasts to the end of its period, and not when it is taken up again', async () => {
  const { subscription } = await subscribe(shop)
  const cancelling = await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  expect(cancelling.cancel_at).toBe(cancelling.items.data[0]?.current_period_end)
  await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  at('2030-03-01T00:00:00Z')
  expect(await load(subscription)).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })

  await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  at('2030-04-01T00:00:00Z')
  const ended = await load(subscription)
  expect(ended.status).toBe('canceled')
  expect(day(ended.ended_at ?? 0)).toBe('2030-03-31')
})

test('a subscription cancelled at once is over, and cannot be cancelled or resumed', async () => {
  const { subscription } = await subscribe(shop, 'annual')
  expect((await shop.stripe.subscriptions.cancel(subscription)).status).toBe('canceled')
  await expect(shop.stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({
    code: 'resource_missing',
  })
  const resume = shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  await expect(resume).rejects.toThrow('A canceled subscription can only update')
})
