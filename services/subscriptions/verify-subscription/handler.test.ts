import { afterEach, describe, expect, test } from 'vitest'
import { getAccess, verifySubscription } from '#shared/contract/subscriptions.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { stripe } from '#test/kit/stripe.ts'
import { payWithHeldWebhooks } from '#test/kit/subscribe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

describe('verify-subscription', () => {
  test('activates a subscription before its webhook arrives, even when called twice', async () => {
    const as = await given.user()
    const session_id = await payWithHeldWebhooks(as)
    for (let i = 0; i < 2; i += 1)
      expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
        subscription_activated: true,
      })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'monthly' })
  })
})
