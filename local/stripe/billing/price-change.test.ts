import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { idOf, openTestAccount, priceId, subscribe, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  // Time stands still, however long the requests take.
  vi.useFakeTimers({ toFake: ['Date'] })
  account = await openTestAccount()
  account.clock.set(new Date('2030-04-01T12:00:00Z'))
})
afterEach(() => account.close())

const at = (iso: string) => account.clock.set(new Date(iso))
const seconds = (iso: string) => Date.parse(iso) / 1000
const load = (id: string) => account.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
const invoicesOf = async (customer: string) => (await account.stripe.invoices.list({ customer })).data

/** The parameters of a change to another price from now. */
const changeTo = async (plan: 'monthly' | 'annual', subscription: string) => ({
  items: [{ id: idOf((await load(subscription)).items.data[0]), price: await priceId(account, plan) }],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'always_invoice' as const,
  proration_date: seconds('2030-04-16T12:00:00Z'),
})
const atOnce = { payment_behavior: 'error_if_incomplete' as const }

describe('an immediate price change', () => {
  test('credits the unused half of the month and charges a year from now, as previewed', async () => {
    const { subscription, customer } = await subscribe(account)
    at('2030-04-16T12:00:30Z')
    const change = await changeTo('annual', subscription)
    const preview = await account.stripe.invoices.createPreview({
      subscription,
      subscription_details: change,
    })
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-2500, 55_000])
    expect(await invoicesOf(customer)).toHaveLength(1)
    at('2030-04-16T12:05:00Z')
    const { id } = await account.stripe.subscriptions.update(subscription, { ...change, ...atOnce })
    expect(await load(id)).toMatchObject({
      status: 'active',
      items: {
        data: [{ price: { unit_amount: 55_000 }, current_period_end: seconds('2031-04-16T12:05:00Z') }],
      },
      latest_invoice: { status: 'paid', billing_reason: 'subscription_update', amount_paid: 52_500 },
    })
    expect(preview.amount_due).toBe(52_500)
  })

  test('rejects a repeat with the same proration date, which is before the new period', async () => {
    const { subscription, customer } = await subscribe(account)
    at('2030-04-16T12:00:30Z')
    const change = { ...(await changeTo('annual', subscription)), ...atOnce }
    await account.stripe.subscriptions.update(subscription, change)
    await expect(account.stripe.subscriptions.update(subscription, change)).rejects.toMatchObject({
      statusCode: 400,
      param: 'proration_date',
    })
    expect(await invoicesOf(customer)).toHaveLength(2)
  })

  test('changes nothing when the card is declined', async () => {
    const { subscription, customer } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    at('2030-04-16T12:00:30Z')
    const before = await load(subscription)
    const change = { ...(await changeTo('annual', subscription)), ...atOnce }
    await expect(account.stripe.subscriptions.update(subscription, change)).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
    })
    expect(await load(subscription)).toEqual(before)
    expect(await invoicesOf(customer)).toHaveLength(1)
  })

  test.each([
    { default_tax_rates: ['txr_vat'] },
    { cancel_at_period_end: false },
    { description: 'Annual' },
    { metadata: { note: 'annual' } },
  ])('rejects %j beside payment_behavior=pending_if_incomplete', async (params) => {
    const { subscription, customer } = await subscribe(account)
    at('2030-04-16T12:00:30Z')
    const pending = { payment_behavior: 'pending_if_incomplete' as const }
    const change = { ...(await changeTo('annual', subscription)), ...pending, ...params }
    await expect(account.stripe.subscriptions.update(subscription, change)).rejects.toMatchObject({
      statusCode: 400,
      param: Object.keys(params)[0],
    })
    expect(await invoicesOf(customer)).toHaveLength(1)
  })

  test('rejects a proration date outside the current period', async () => {
    const { subscription } = await subscribe(account)
    const change = {
      ...(await changeTo('annual', subscription)),
      proration_date: seconds('2030-03-01T00:00:00Z'),
    }
    await expect(
      account.stripe.invoices.createPreview({ subscription, subscription_details: change }),
    ).rejects.toThrow('proration date')
  })
})

/** Schedules the monthly price for the end of the current period. */
const scheduleMonthly = async (subscription: string) => {
  const schedule = await account.stripe.subscriptionSchedules.create({ from_subscription: subscription })
  const [phase] = schedule.phases
  if (!phase) throw new Error('The schedule has no phase')
  return account.stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        items: [{ price: await priceId(account, 'annual') }],
        start_date: phase.start_date,
        end_date: phase.end_date,
      },
      {
        items: [{ price: await priceId(account, 'monthly') }],
        duration: { interval: 'month', interval_count: 1 },
      },
    ],
  })
}

describe('a scheduled price change', () => {
  test('renews at the new price and releases the subscription a month later', async () => {
    const { subscription, customer } = await subscribe(account, 'annual')
    const { id } = await scheduleMonthly(subscription)
    expect((await load(subscription)).schedule).toBe(id)
    at('2031-04-02T12:00:00Z')
    expect(await load(subscription)).toMatchObject({
      schedule: id,
      items: { data: [{ current_period_end: seconds('2031-05-01T12:00:00Z') }] },
      latest_invoice: { amount_paid: 5000 },
    })
    at('2031-05-02T12:00:00Z')
    expect(await load(subscription)).toMatchObject({ schedule: null, latest_invoice: { amount_paid: 5000 } })
    expect((await account.stripe.subscriptionSchedules.retrieve(id)).status).toBe('released')
    expect(await invoicesOf(customer)).toHaveLength(3)
  })

  test('does not happen once the schedule was released', async () => {
    const { subscription } = await subscribe(account, 'annual')
    const { id } = await scheduleMonthly(subscription)
    await account.stripe.subscriptionSchedules.release(id)
    await expect(account.stripe.subscriptionSchedules.release(id)).rejects.toThrow('released')
    at('2031-04-02T12:00:00Z')
    expect(await load(subscription)).toMatchObject({
      schedule: null,
      latest_invoice: { amount_paid: 55_000 },
    })
  })

  test('prevents a cancellation until the schedule is released, and a second schedule', async () => {
    const { subscription } = await subscribe(account, 'annual')
    const { id } = await scheduleMonthly(subscription)
    const cancel = () => account.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await expect(cancel()).rejects.toThrow('managed by the subscription schedule')
    await expect(
      account.stripe.subscriptionSchedules.create({ from_subscription: subscription }),
    ).rejects.toThrow('already attached')
    await account.stripe.subscriptionSchedules.release(id)
    expect((await cancel()).cancel_at_period_end).toBe(true)
  })

  test('is cancelled with the subscription', async () => {
    const { subscription } = await subscribe(account, 'annual')
    const { id } = await scheduleMonthly(subscription)
    await account.stripe.subscriptions.cancel(subscription)
    expect((await account.stripe.subscriptionSchedules.retrieve(id)).status).toBe('canceled')
  })
})
