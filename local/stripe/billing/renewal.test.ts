import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, openTestAccount, subscribe, type TestAccount } from '../testing/test-account.ts'
import { periodEndAfter } from './subscription.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const at = (iso: string) => account.clock.set(new Date(iso))
const load = (id: string) => account.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
const day = (epochSeconds = 0) => new Date(epochSeconds * 1000).toISOString().slice(0, 10)

describe('renewals', () => {
  test('fall on the same day of the month, or on its last day', () => {
    const anchor = Date.UTC(2030, 0, 31) / 1000
    const ends = [anchor]
    for (let month = 0; month < 4; month += 1) ends.push(periodEndAfter(anchor, 'month', ends.at(-1) ?? 0))
    expect(ends.map(day)).toEqual(['2030-01-31', '2030-02-28', '2030-03-31', '2030-04-30', '2030-05-31'])
    expect(day(periodEndAfter(Date.UTC(2028, 1, 29) / 1000, 'year', Date.UTC(2031, 5, 1) / 1000))).toBe(
      '2032-02-29',
    )
  })

  test('create a paid invoice at the end of each period', async () => {
    const { customer, subscription } = await subscribe(account)
    at('2030-04-01T00:00:00Z')
    const renewed = await load(subscription)
    expect(renewed.status).toBe('active')
    expect(day(renewed.items.data[0]?.current_period_end)).toBe('2030-04-30')
    const { data } = await account.stripe.invoices.list({ customer })
    expect(data.map(({ billing_reason, status, created }) => [billing_reason, status, day(created)])).toEqual(
      [
        ['subscription_cycle', 'paid', '2030-03-31'],
        ['subscription_cycle', 'paid', '2030-02-28'],
        ['subscription_create', 'paid', '2030-01-31'],
      ],
    )
  })

  test('make the subscription past due and leave the invoice open if the card is declined', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    at('2030-03-01T00:00:00Z')
    expect(await load(subscription)).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', amount_remaining: 5000, attempt_count: 1 },
    })
    const { data } = await account.stripe.events.list({
      types: ['invoice.payment_failed', 'customer.subscription.updated'],
    })
    expect(data[0]?.data).toMatchObject({
      object: { status: 'past_due' },
      previous_attributes: { status: 'active' },
    })
  })

  test('make a past-due subscription active again when its open invoice is paid', async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'insufficient')
    at('2030-03-01T00:00:00Z')
    const { latest_invoice: latest } = await account.stripe.subscriptions.retrieve(subscription)
    await expect(account.stripe.invoices.pay(idOf(latest))).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    })
    account.emulator.setCard(customer, 'ok')
    expect(await account.stripe.invoices.pay(idOf(latest))).toMatchObject({
      status: 'paid',
      amount_remaining: 0,
    })
    expect((await load(subscription)).status).toBe('active')
  })

  test('stop at the end of the period after a cancellation, unless it is resumed', async () => {
    const { subscription } = await subscribe(account)
    const cancelling = await account.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    expect(cancelling.cancel_at).toBe(cancelling.items.data[0]?.current_period_end)
    await account.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
    at('2030-03-01T00:00:00Z')
    expect(await load(subscription)).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })

    await account.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    at('2030-04-01T00:00:00Z')
    const ended = await load(subscription)
    expect(ended.status).toBe('canceled')
    expect(day(ended.ended_at ?? 0)).toBe('2030-03-31')
  })

  test('stop immediately after an immediate cancellation, which is final', async () => {
    const { subscription } = await subscribe(account, 'annual')
    expect((await account.stripe.subscriptions.cancel(subscription)).status).toBe('canceled')
    await expect(account.stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({
      code: 'resource_missing',
    })
    const resume = account.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
    await expect(resume).rejects.toThrow('A canceled subscription can only update')
  })
})
