import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectSettled } from './billing-invariants.ts'
import { checkEachFailure } from './each-failure.ts'
import { passSecond } from './money-steps.ts'
import { drain, run } from './run-step.ts'
import type { Step } from './step-kinds.ts'
import { accountOf, buy, isSubscribed } from './steps.ts'
import { bodyOf, withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  vi.mocked(process.stdout.write).mockClear()
  await world.restart()
})
afterAll(() => world.close())

const {
  deliverAll,
  buyAndPay,
  purchasesOf,
  theOnly,
  withdrawAs,
  refundsAtStripe,
  subscriptionsAtStripe,
  emailsOf,
  passMinutes,
} = withdrawalKit(() => world)

const withdraw: Step = { do: 'withdraw', user: 'ana', nth: 0 }

/** Pays an open invoice by bank transfer, as staff record it at Stripe. Returns it. */
const payByTransfer = async () => {
  await run(world, { do: 'pay-invoice', nth: 0, by: 'transfer' })
  await deliverAll()
  const [invoice] = (
    await world.stripe.invoices.list({
      status: 'paid',
      limit: 1,
      expand: ['data.amount_paid_off_stripe'],
    })
  ).data
  expect(invoice?.amount_paid_off_stripe).toBe(invoice?.amount_paid)
  return { id: String(invoice?.id), number: String(invoice?.number), minor: Number(invoice?.amount_paid) }
}

/** Buys a month by card, and the upgrade to a year by bank transfer. */
const upgradeByTransfer = async () => {
  await buyAndPay()
  passMinutes(5 * 24 * 60)
  await run(world, { do: 'change-plan', user: 'ana', plan: 'annual', card: 'authenticate' })
  return payByTransfer()
}

/** Starts a subscription whose only invoice is paid by bank transfer. */
const buyByTransfer = async () => {
  await buy(world, 'ana', 'monthly')
  const { stripe_customer_id: customer } = (await accountOf(world, 'ana')).profile
  world.stripeEmulator.startSubscription(String(customer), 'advice_monthly')
  return payByTransfer()
}

const alarms = () =>
  vi.mocked(process.stdout.write).mock.calls.filter(([line]) => String(line).includes('"RefundsFailed":1'))

const reports = (): Record<string, unknown>[] =>
  world.errors.map((line): Record<string, unknown> => JSON.parse(line))

/**
 * Returns the reports that ask staff to repay an amount. The reconciliation also reports that staff have ended a paid
 * subscription without a refund.
 */
const repaymentReports = () => reports().filter(({ amountMinor }) => amountMinor !== undefined)

const amountIn = (field: string, minor: number) => expect.stringContaining(`"${field}":{"N":"${minor}"}`)

describe('a withdrawal after an upgrade that was paid by bank transfer', () => {
  test('refunds the card, asks staff to repay the transfer, and ends the access', async () => {
    const { id, number, minor } = await upgradeByTransfer()
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ plan: 'annual', paidMinor: 5000 + minor })
    const byTransfer = purchase.refundMinor - 5000
    expect(purchase).toMatchObject({ transferMinor: byTransfer })
    const { refundMinor } = purchase
    expect(await withdrawAs('ana', bodyOf(purchase))).toEqual({ status: 200, body: { refundMinor } })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await refundsAtStripe()).toEqual([5000])
    expect(reports()).toEqual([
      expect.objectContaining({
        message: 'a withdrawn purchase was paid outside of Stripe: repay it by hand',
        invoice: id,
        number,
        amountMinor: byTransfer,
        currency: 'gbp',
      }),
    ])
    expect(alarms()).toHaveLength(1)
  })

  test('tells the buyer how each part is repaid', async () => {
    await upgradeByTransfer()
    const purchase = await theOnly()
    await withdrawAs('ana', bodyOf(purchase))
    await deliverAll()
    const [email, ...more] = emailsOf('withdrawal')
    expect(more).toEqual([])
    expect(email).toEqual(amountIn('amount_minor', 5000))
    expect(email).toEqual(amountIn('total_minor', purchase.refundMinor))
    expect(email).toEqual(amountIn('transfer_minor', purchase.refundMinor - 5000))
    for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
  })

  test('keeps what was used from the transfer, so that the card is refunded in full', async () => {
    await upgradeByTransfer()
    passMinutes(8 * 24 * 60)
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ used: { count: 13 }, transferMinor: purchase.refundMinor - 5000 })
    await withdrawAs('ana', bodyOf(purchase))
    expect(await refundsAtStripe()).toEqual([5000])
  })

  test('alarms staff once, however often it is sent and whichever events follow', async () => {
    await upgradeByTransfer()
    const body = bodyOf(await theOnly())
    for (let times = 0; times < 2; times += 1) {
      expect(await withdrawAs('ana', body)).toMatchObject({ status: 200 })
      await deliverAll()
    }
    await drain(world)
    expect(alarms()).toHaveLength(1)
    expect(await purchasesOf()).toEqual([])
    await expectSettled(world)
  })
})

describe('a withdrawal from a subscription that was paid by bank transfer only', () => {
  test('asks staff to repay it, ends the access and emails an acknowledgement', async () => {
    const { id, minor } = await buyByTransfer()
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ refundMinor: minor, transferMinor: minor })
    expect(await withdrawAs('ana', bodyOf(purchase))).toEqual({ status: 200, body: { refundMinor: minor } })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'canceled' }])
    expect(reports()).toMatchObject([{ invoice: id, amountMinor: minor }])
    expect(alarms()).toHaveLength(1)
    expect(await refundsAtStripe()).toEqual([])
    await drain(world)
    expect(emailsOf('withdrawal')).toEqual([amountIn('transfer_minor', minor)])
    for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
    await expectSettled(world)
  })

  test('returns the same response when it is sent again', async () => {
    const { minor } = await buyByTransfer()
    const body = bodyOf(await theOnly())
    for (let times = 0; times < 2; times += 1)
      expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: minor } })
    expect(emailsOf('withdrawal')).toHaveLength(1)
    expect(alarms()).toHaveLength(1)
  })
})

test('a withdrawal that is repeated after the report to staff does not report again', async () => {
  await buyByTransfer()
  const purchase = await theOnly()
  await withdrawAs('ana', bodyOf(purchase))
  await world.stripe.subscriptions.update(purchase.id, { metadata: { withdrawal: 'started' } })
  await drain(world)
  expect((await subscriptionsAtStripe())[0]?.metadata).toMatchObject({ withdrawal: 'settled' })
  expect(alarms()).toHaveLength(1)
})

describe.each([
  ['an upgrade', upgradeByTransfer],
  ['the only payment', buyByTransfer],
] as const)('a withdrawal from %s by bank transfer, during which Stripe fails', (_title, purchase) => {
  test('is finished and reported, or not started, after whichever request it stops', async () => {
    await purchase()
    await checkEachFailure(world, withdraw, async () => {
      await drain(world)
      await expectSettled(world)
      const isWithdrawn = !(await isSubscribed(world, 'ana'))
      expect(reports().length > 0).toBe(isWithdrawn)
      expect(emailsOf('withdrawal')).toHaveLength(isWithdrawn ? 1 : 0)
    })
  })
})

test('a withdrawal after staff have ended the subscription is reported and acknowledged, whichever request to Stripe fails', async () => {
  await buyByTransfer()
  // If the subscription ended in the second of the payment, the payment would be late.
  passSecond(world)
  await run(world, { do: 'staff-end', user: 'ana' })
  await drain(world)
  await checkEachFailure(world, withdraw, async () => {
    await drain(world)
    await expectSettled(world)
    const [subscription] = await subscriptionsAtStripe()
    const isWithdrawn = subscription?.metadata['withdrawal'] !== undefined
    expect(repaymentReports().length > 0).toBe(isWithdrawn)
    expect(emailsOf('withdrawal')).toHaveLength(isWithdrawn ? 1 : 0)
  })
})
