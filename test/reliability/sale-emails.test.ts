import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { deleteAccountOf } from './delete-account.ts'
import { anaAddress, emailSteps } from './email-steps.ts'
import { buy, report, setCancellation } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { emailsTo, deliverAll, passDays, payOpenSession, purchase, customerOf } = emailSteps(() => world)

describe('renewals that are announced', () => {
  const renewing = () => world.deps.stripe.listRenewingSubscriptions()
  const prices = async () => Promise.all((await renewing()).map((one) => world.deps.stripe.priceRenewal(one)))

  test('have the price, the start and the date at Stripe', async () => {
    await purchase('annual')
    const [subscription] = (await world.stripe.subscriptions.list()).data
    expect(await renewing()).toEqual([
      {
        id: subscription?.id,
        customerId: await customerOf(),
        interval: 'year',
        next: { plan: 'annual', interval: 'year' },
        scheduleId: null,
        startedEpochSeconds: subscription?.start_date,
        renewsEpochSeconds: subscription?.items.data[0]?.current_period_end,
      },
    ])
  })

  test('have the price of a scheduled change of plan', async () => {
    await purchase('annual')
    const [subscription] = (await world.stripe.subscriptions.list()).data
    await planChangeGateway.schedulePlan(String(subscription?.id), 'monthly')
    expect(await renewing()).toMatchObject([
      { interval: 'year', next: { plan: 'monthly', interval: 'month' } },
    ])
    expect(await prices()).toEqual([{ amountMinor: 5000, currency: 'gbp' }])
  })

  test('have the amount of the next invoice at Stripe, with a coupon deducted', async () => {
    await purchase('annual')
    const [subscription] = (await world.stripe.subscriptions.list()).data
    expect(await prices()).toEqual([{ amountMinor: 55_000, currency: 'gbp' }])
    world.stripeEmulator.discount(String(subscription?.id), 20)
    expect(await prices()).toEqual([{ amountMinor: 44_000, currency: 'gbp' }])
    await passDays(367)
    expect((await world.stripe.invoices.list()).data[0]).toMatchObject({ amount_paid: 44_000 })
  })

  test.each(['cancelling', 'past due', 'disputed', 'deleted'] as const)(
    'are not those of a subscription that is %s',
    async (state) => {
      const session = await purchase('monthly')
      if (state === 'cancelling') await setCancellation(world, 'ana', true)
      if (state === 'past due') world.stripeEmulator.setCard(await customerOf(), 'decline')
      if (state === 'past due') await passDays(32)
      if (state === 'disputed') world.stripeEmulator.dispute({ session, outcome: 'open' })
      if (state === 'deleted') await deleteAccountOf(world, 'ana')
      await deliverAll()
      expect(await renewing()).toEqual([])
    },
  )
})

describe('direct debits of passes', () => {
  test('are reported once when they fail', async () => {
    await buy(world, 'ana', 'one-time')
    await payOpenSession('failingDebit')
    await deliverAll()
    expect(await emailsTo(anaAddress, 'pass-payment-failed')).toEqual([])
    await passDays(5)
    await deliverAll()
    expect(await emailsTo(anaAddress, 'pass-payment-failed', 'receipt', 'pass')).toMatchObject([
      { template: 'pass-payment-failed', amount_minor: 5000 },
    ])
  })
})

describe('extensions of passes', () => {
  test('state the actual end of a running pass', async () => {
    await purchase('one-time')
    await report(world, 'ana', 'started')
    const started = world.clock.now()
    world.clock.set(new Date(started.getTime() + 10 * 60_000))
    await purchase('one-time')
    const [, extension] = await emailsTo(anaAddress, 'pass')
    if (extension?.template !== 'pass') throw new Error('No email about the extension')
    expect(extension).toMatchObject({ extended: true, started: true, minutes: 60 })
    expect(Date.parse(extension.ends_at) - started.getTime()).toBeLessThanOrEqual(60 * 60_000)
    expect(Date.parse(extension.ends_at) - started.getTime()).toBeGreaterThan(59 * 60_000)
  })
})
