import { afterEach, describe, expect, test } from 'vitest'
import { checkSubscription, getAccess, resumeSubscription } from '#shared/contract/subscriptions.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { apiError } from '#test/kit/api-error.ts'

afterEach(clock.restore)

describe('resume-subscription', () => {
  test('removes a scheduled cancellation and emails the renewal date', async () => {
    const as = await given.cancellingMember()
    const { subscription_end } = await callOk(resumeSubscription, { as })
    expect(await callOk(getAccess, { as })).toMatchObject({
      isSubscribed: true,
      cancelAtPeriodEnd: false,
      subscriptionEnd: subscription_end,
    })
    await inbox.waitFor(as.email, /has been resumed/)
  })

  test('does not change a subscription without a scheduled cancellation', async () => {
    const as = await given.monthlyMember()
    const before = await callOk(getAccess, { as })
    for (let i = 0; i < 2; i += 1) await callOk(resumeSubscription, { as })
    expect(await callOk(getAccess, { as })).toEqual(before)
  })

  test('rejects an account without a subscription', async () => {
    expect(await call(resumeSubscription, { as: await given.user() })).toMatchObject(
      apiError('not_subscribed'),
    )
  })

  test('changes nothing while Stripe is unavailable', async () => {
    const as = await given.cancellingMember()
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    expect(await withFaults([down], () => call(resumeSubscription, { as }))).toMatchObject(
      apiError('payment_provider_error'),
    )
    expect(await callOk(getAccess, { as })).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
  })
})
