import { afterEach, describe, expect, test } from 'vitest'
import { getBilling } from '#shared/contract/payments.ts'
import {
  cancelSubscription,
  changePlan,
  getAccess,
  previewPlanChange,
} from '#shared/contract/subscriptions.ts'
import { call, callOk, callWrongly, type Signed } from '#test/kit/call.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { pool } from '#test/kit/pool.ts'
import { stripe } from '#test/kit/stripe.ts'

afterEach(clock.restore)

const preview = async (as: Signed) => {
  const { pricedAt, amountDueMinor } = await callOk(previewPlanChange, { as, body: { plan: 'annual' } })
  return { pricedAt, amountDueMinor }
}

describe('change-plan', () => {
  test('charges the previewed amount once and changes to annual, however often it is sent', async () => {
    const as = await given.monthlyMember()
    const confirmed = await preview(as)
    const body = { plan: 'annual' as const, confirmed }
    await Promise.all([1, 2, 3].map(() => callOk(changePlan, { as, body })))
    expect(await callOk(changePlan, { as, body })).toEqual({
      plan: 'annual',
      startsAt: null,
      confirmation: null,
    })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'annual' })
    const { subscription, payments } = await callOk(getBilling, { as })
    expect(subscription).toMatchObject({ plan: 'annual', amountMinor: 55_000, scheduledChange: null })
    expect(payments.map(({ amountMinor }) => amountMinor)).toEqual([confirmed.amountDueMinor, 5000])
  })

  test('changes to monthly at the end of the paid year', async () => {
    // A year ago, and not a year ahead: that would renew the subscriptions of all other tests.
    const lastYear = new Date((await clock.now()).getTime() - 367 * 24 * 3600_000).toISOString()
    const as = await clock.at(lastYear, async () => {
      const member = await given.annualMember()
      const end = (await callOk(getAccess, { as: member })).subscriptionEnd ?? ''
      for (let i = 0; i < 2; i += 1)
        expect(await callOk(changePlan, { as: member, body: { plan: 'monthly' } })).toEqual({
          plan: 'monthly',
          startsAt: end,
          confirmation: null,
        })
      const { subscription, payments } = await callOk(getBilling, { as: member })
      expect(subscription).toMatchObject({
        plan: 'annual',
        nextChargeAt: end,
        scheduledChange: { plan: 'monthly', amountMinor: 5000, interval: 'month', startsAt: end },
      })
      expect(payments).toHaveLength(1)
      return member
    })
    const later = await pool.signIn(as.email, as.password)
    expect((await callOk(getBilling, { as: later })).payments[0]).toMatchObject({
      status: 'paid',
      amountMinor: 5000,
    })
  })

  test('keeps annual when the scheduled change is withdrawn, or the subscription is cancelled', async () => {
    const as = await given.annualMember()
    await callOk(changePlan, { as, body: { plan: 'monthly' } })
    await callOk(changePlan, { as, body: { plan: 'annual' } })
    expect((await callOk(getBilling, { as })).subscription).toMatchObject({ scheduledChange: null })
    await callOk(changePlan, { as, body: { plan: 'monthly' } })
    await callOk(cancelSubscription, { as })
    expect((await callOk(getBilling, { as })).subscription).toMatchObject({
      plan: 'annual',
      nextChargeAt: null,
      scheduledChange: null,
    })
  })

  test('changes the plan once the payment is confirmed that the bank asks about', async () => {
    const as = await given.monthlyMember()
    await stripe.setCard(as.stripeCustomerId, 'authenticate')
    const confirmed = await preview(as)
    const { confirmation } = await callOk(changePlan, { as, body: { plan: 'annual', confirmed } })
    const pending = await callOk(getBilling, { as })
    expect(pending).toMatchObject({
      openBalance: null,
      subscription: {
        plan: 'monthly',
        pendingChange: { plan: 'annual', amountMinor: confirmed.amountDueMinor, ...confirmation },
      },
    })
    expect(pending.payments).toHaveLength(1)
    const bank = `${confirmation?.url ?? ''}/authenticate`
    await fetch(bank, { method: 'POST', body: new URLSearchParams({ decision: 'complete' }) })
    expect((await callOk(getBilling, { as })).subscription).toMatchObject({
      plan: 'annual',
      amountMinor: 55_000,
      pendingChange: null,
    })
  })

  test('changes and charges nothing when the card is declined', async () => {
    const as = await given.monthlyMember()
    const before = await callOk(getBilling, { as })
    await stripe.setCard(as.stripeCustomerId, 'decline')
    const confirmed = await preview(as)
    expect(await call(changePlan, { as, body: { plan: 'annual', confirmed } })).toMatchObject(
      apiError('payment_declined'),
    )
    expect(await callOk(getBilling, { as })).toMatchObject({
      subscription: before.subscription,
      openBalance: null,
      payments: before.payments,
    })
  })

  test("never changes another account's plan, whatever the body contains", async () => {
    const other = await given.annualMember()
    const body = { plan: 'monthly' as const, user_id: other.userId, customer: other.stripeCustomerId }
    expect(await call(changePlan, { as: await given.user(), body })).toMatchObject(apiError('not_subscribed'))
    expect((await callOk(getBilling, { as: other })).subscription).toMatchObject({ scheduledChange: null })
  })

  test('rejects an unknown plan', async () => {
    expect(
      await callWrongly(changePlan, { as: await given.user(), body: { plan: 'one-time' } }),
    ).toMatchObject(apiError('validation_failed'))
  })

  test('rejects anonymous requests', async () => {
    expect(await call(changePlan, { body: { plan: 'monthly' } })).toMatchObject(unauthorized)
  })
})
