import { describe, expect, test } from 'vitest'
import { cancelSubscription, getAccess } from '#shared/contract/subscriptions.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('cancel-subscription', () => {
  test('keeps access until the end of the period and returns that date', async () => {
    const as = await given.monthlyMember()
    const before = await callOk(getAccess, { as })
    const { subscription_end } = await callOk(cancelSubscription, { as })
    expect(subscription_end).toBe(before.subscriptionEnd)
    expect(await callOk(getAccess, { as })).toEqual({ ...before, cancelAtPeriodEnd: true })
  })

  test('returns the same end to a repeated request, and emails once', async () => {
    const as = await given.annualMember()
    const first = await callOk(cancelSubscription, { as })
    expect(await callOk(cancelSubscription, { as })).toEqual(first)
    await inbox.waitFor(as.email, /cancelled/)
    expect((await inbox.for(as.email)).filter(({ subject }) => /cancelled/.test(subject))).toHaveLength(1)
  })

  test('rejects an account without a subscription', async () => {
    for (const as of [await given.user(), await given.passHolder()])
      expect(await call(cancelSubscription, { as })).toMatchObject(apiError('not_subscribed'))
  })

  test("never cancels another account's subscription, whatever the body contains", async () => {
    const [as, other] = [await given.monthlyMember(), await given.monthlyMember()]
    await callOk(cancelSubscription, {
      as,
      body: { user_id: other.userId, customer: other.stripeCustomerId },
    })
    expect(await callOk(getAccess, { as: other })).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('changes nothing while Stripe is unavailable', async () => {
    const as = await given.monthlyMember()
    const before = await callOk(getAccess, { as })
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    expect(await withFaults([down], () => call(cancelSubscription, { as }))).toMatchObject(
      apiError('payment_provider_error'),
    )
    expect(await callOk(getAccess, { as })).toEqual(before)
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(cancelSubscription, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(cancelSubscription)).toMatchObject(unauthorized)
  })
})
