import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planChangeGateway, type PlanChange } from '#services/payments/stripe/plan-changes.ts'
import { idOf } from '#services/payments/stripe/session.ts'
import { anaAddress, emailSteps } from './email-steps.ts'
import { changePlanOf } from './plan-steps.ts'
import { isSubscribed, setCancellation } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { emailsTo, deliverAll, passDays, purchase, customerOf } = emailSteps(() => world)
const subscription = async () => {
  const [found] = (await world.stripe.subscriptions.list({ status: 'all' })).data
  if (found === undefined) throw new Error('There is no subscription')
  return found
}
const invoices = async () => (await world.stripe.invoices.list({ customer: await customerOf() })).data
const planAtStripe = async () => (await subscription()).items.data[0]?.price.lookup_key
const billing = async () => world.deps.stripe.findBilling(await customerOf())

/** A monthly member whose card behaves like this when the plan changes ten days later. */
const upgrade = async (card: 'ok' | 'decline' | 'authenticate') => {
  const session = await purchase('monthly')
  await passDays(10)
  world.stripeEmulator.setCard(await customerOf(), card)
  const change: PlanChange = {
    subscriptionId: (await subscription()).id,
    plan: 'annual',
    pricedAtEpochSeconds: Math.floor(world.clock.now().getTime() / 1000),
  }
  const outcome = await planChangeGateway.changePlanNow(change)
  await deliverAll()
  return { session, change, outcome, invoice: idOf((await subscription()).latest_invoice) ?? '' }
}

describe('an upgrade whose payment the bank asks to confirm', () => {
  test('is pending, and takes effect when it is paid', async () => {
    const { change, outcome, invoice } = await upgrade('authenticate')
    const page = (await world.stripe.invoices.retrieve(invoice)).hosted_invoice_url
    expect(outcome).toEqual({ url: page, expiresAt: expect.any(String) })
    expect(await planAtStripe()).toBe('advice_monthly')
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect(await billing()).toMatchObject({
      openBalance: null,
      subscription: { plan: 'monthly', pendingChange: { plan: 'annual', url: page } },
    })
    expect(await emailsTo(anaAddress, 'payment-failed')).toEqual([])
    expect(await planChangeGateway.changePlanNow(change)).toEqual(outcome)
    expect(await invoices()).toHaveLength(2)

    world.stripeEmulator.payInvoice(invoice, 'ok')
    await deliverAll()
    expect(await planAtStripe()).toBe('advice_annual')
    expect(await billing()).toMatchObject({ subscription: { plan: 'annual', pendingChange: null } })
    expect(await emailsTo(anaAddress, 'receipt')).toHaveLength(2)
  })

  test('is dropped after 23 hours, and can be made again', async () => {
    const { invoice } = await upgrade('authenticate')
    await passDays(0.9)
    expect((await subscription()).pending_update).not.toBeNull()
    await passDays(0.1)
    await deliverAll()
    expect(await subscription()).toMatchObject({ pending_update: null, status: 'active' })
    expect(await world.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'void' })
    expect(await billing()).toMatchObject({
      openBalance: null,
      subscription: { plan: 'monthly', pendingChange: null },
    })
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect((await world.stripe.invoices.list({ status: 'paid' })).data).toHaveLength(1)
  })

  test('can be cancelled, even twice at the same time', async () => {
    const { change, invoice } = await upgrade('authenticate')
    const cancelChange = () => planChangeGateway.cancelPlanChange(change.subscriptionId)
    await Promise.all([cancelChange(), cancelChange()])
    await cancelChange()
    expect(await world.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'void' })
    expect(await subscription()).toMatchObject({ pending_update: null })
  })

  test.each(['pending', 'dropped'] as const)(
    'does not hide a refund of the current month while it is %s',
    async (state) => {
      const { session, change } = await upgrade('authenticate')
      if (state === 'dropped') await planChangeGateway.cancelPlanChange(change.subscriptionId)
      world.stripeEmulator.refund({ session })
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(false)
      expect(await subscription()).toMatchObject({ status: 'canceled' })
      expect(await emailsTo(anaAddress, 'ended')).toMatchObject([{ reason: 'refunded', due: null }])
      expect(await billing()).toMatchObject({ openBalance: null })
    },
  )

  test('withdraws access during a dispute of the current month, and restores it', async () => {
    const { session } = await upgrade('authenticate')
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('buys a year if it is paid after the subscription has ended', async () => {
    const { change, invoice } = await upgrade('authenticate')
    await world.stripe.subscriptions.cancel(change.subscriptionId)
    await passDays(0.5)
    world.stripeEmulator.payInvoice(invoice, 'ok')
    await deliverAll()
    await passDays(360)
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})

describe('a member whose renewal is being charged', () => {
  const untilRenewal = async () => {
    await purchase('monthly')
    const end = (await subscription()).items.data[0]?.current_period_end ?? 0
    await passDays((end - world.clock.now().getTime() / 1000) / 86_400 + 1 / 144)
    await deliverAll()
    expect((await invoices())[0]).toMatchObject({ billing_reason: 'subscription_cycle', status: 'draft' })
  }

  test('cannot upgrade: the credit for the month would not be paid for yet', async () => {
    await untilRenewal()
    await changePlanOf(world, 'ana', 'annual')
    expect(await planAtStripe()).toBe('advice_monthly')
    await passDays(0.1)
    await deliverAll()
    await changePlanOf(world, 'ana', 'annual')
    expect(await planAtStripe()).toBe('advice_annual')
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  })

  test('sees when it is charged, and reads that it still is after a cancellation', async () => {
    await untilRenewal()
    const chargedAt = expect.stringMatching(/T/)
    expect(await billing()).toMatchObject({ subscription: { renewalChargedAt: chargedAt } })
    await setCancellation(world, 'ana', true)
    expect(await emailsTo(anaAddress, 'cancelled')).toMatchObject([{ renewal_due: true }])
    expect(await billing()).toMatchObject({
      subscription: { renewalChargedAt: chargedAt, nextChargeAt: null },
    })
    await passDays(0.1)
    await deliverAll()
    expect(await billing()).toMatchObject({ subscription: { renewalChargedAt: null, nextChargeAt: null } })
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})

describe('a cancellation in the portal while an upgrade is pending', () => {
  const cancelInPortal = async () => {
    const { id, items } = await subscription()
    await passDays(0.01)
    await world.stripe.subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 })
  }

  test.each(['reversed', 'lost'] as const)('drops the upgrade, with events %s', async (delivery) => {
    const { invoice } = await upgrade('authenticate')
    await cancelInPortal()
    await deliverAll(delivery)
    expect(await world.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'void' })
    const { cancel_at: end, items } = await subscription()
    expect(end).toBe(items.data[0]?.current_period_end)
    expect(await billing()).toMatchObject({ subscription: { plan: 'monthly', pendingChange: null } })
    expect(await emailsTo(anaAddress, 'cancelled')).toHaveLength(1)
  })

  test.each(['reversed', 'lost'] as const)(
    'ends the subscription with the paid year if the upgrade is paid first, with events %s',
    async (delivery) => {
      const { invoice } = await upgrade('authenticate')
      await cancelInPortal()
      await passDays(0.01)
      world.stripeEmulator.payInvoice(invoice, 'ok')
      await deliverAll(delivery)
      expect(await planAtStripe()).toBe('advice_annual')
      await passDays(360)
      await deliverAll()
      expect(await isSubscribed(world, 'ana')).toBe(true)
      await passDays(10)
      await deliverAll()
      expect(await subscription()).toMatchObject({ status: 'canceled' })
      expect((await world.stripe.invoices.list({ status: 'paid' })).data).toHaveLength(2)
    },
  )
})

describe('an upgrade with a declined card', () => {
  test('changes nothing, leaves nothing to pay and sends no email', async () => {
    const { change, outcome } = await upgrade('decline')
    expect(outcome).toBe('declined')
    expect(await subscription()).toMatchObject({ pending_update: null, status: 'active' })
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid'])
    expect(await planAtStripe()).toBe('advice_monthly')
    expect(await emailsTo(anaAddress, 'payment-failed')).toEqual([])
    expect(await isSubscribed(world, 'ana')).toBe(true)
    expect(await planChangeGateway.changePlanNow(change)).toBe('declined')
  })
})

test('every invoice shows the VAT: of a pass, a purchase, an upgrade, a change to monthly and renewals', async () => {
  await purchase('one-time')
  await purchase('monthly')
  await passDays(5)
  const { id } = await subscription()
  const pricedAtEpochSeconds = Math.floor(world.clock.now().getTime() / 1000)
  await planChangeGateway.changePlanNow({ subscriptionId: id, plan: 'annual', pricedAtEpochSeconds })
  await planChangeGateway.schedulePlan(id, 'monthly')
  for (const days of [367, 32]) await passDays(days)
  const paid = (await invoices()).filter(({ status }) => status === 'paid')
  expect(
    paid
      .map(({ total }) => total)
      .toSorted((a, b) => a - b)
      .slice(0, 4),
  ).toEqual([5000, 5000, 5000, 5000])
  expect(paid).toHaveLength(5)
  for (const { total, total_taxes: taxes } of paid)
    expect(taxes).toMatchObject([{ amount: Math.round(total / 6), tax_behavior: 'inclusive' }])
})

test('a credit that was paid by bank transfer is reported to staff when the upgrade is refunded', async () => {
  await purchase('monthly')
  const customer = await customerOf()
  world.stripeEmulator.setCard(customer, 'decline')
  await passDays(32)
  const [renewal] = await invoices()
  await world.stripe.invoices.pay(String(renewal?.id), { paid_out_of_band: true })
  world.stripeEmulator.setCard(customer, 'ok')
  await deliverAll()
  const pricedAtEpochSeconds = Math.floor(world.clock.now().getTime() / 1000)
  const { id } = await subscription()
  await planChangeGateway.changePlanNow({ subscriptionId: id, plan: 'annual', pricedAtEpochSeconds })
  await deliverAll()
  const [upgrade] = await invoices()
  world.stripeEmulator.refund({ invoice: String(upgrade?.id) })
  for (let times = 0; times < 2; times += 1) await deliverAll('reversed')
  expect(await subscription()).toMatchObject({ status: 'canceled' })
  const credit = upgrade?.lines.data.find(({ amount }) => amount < 0)?.amount ?? 0
  expect(credit).toBeLessThan(0)
  const reports = world.errors.filter((line) => line.includes('by hand'))
  expect(reports.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      message: 'the credit of a change of plan was paid outside of Stripe: refund it by hand',
      invoice: renewal?.id,
      number: renewal?.number,
      amountMinor: -credit,
      currency: 'gbp',
    }),
  ])
})

test('an upgrade charges once and sends one receipt', async () => {
  const { change, outcome } = await upgrade('ok')
  expect(outcome).toBe('changed')
  expect(await planChangeGateway.changePlanNow(change)).toBe('changed')
  await deliverAll('reversed')
  const [paid] = await invoices()
  expect(await emailsTo(anaAddress, 'receipt')).toContainEqual(
    expect.objectContaining({ plan: 'annual', amount_minor: paid?.amount_paid, number: paid?.number }),
  )
})
