import { afterEach, describe, expect, test } from 'vitest'
import { getAccess, verifySubscription } from '#shared/contract/subscriptions.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout, payWithHeldWebhooks } from '#test/kit/subscribe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

describe('verify-subscription', () => {
  test('activates a subscription before its webhook arrives', async () => {
    const as = await given.user()
    const session_id = await payWithHeldWebhooks(as)
    expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
      subscription_activated: true,
    })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'monthly' })
  })

  test('changes nothing when called twice', async () => {
    const as = await given.user()
    const session_id = await payWithHeldWebhooks(as, 'annual')
    await callOk(verifySubscription, { as, body: { session_id } })
    const access = await callOk(getAccess, { as })
    await callOk(verifySubscription, { as, body: { session_id } })
    expect(await callOk(getAccess, { as })).toEqual(access)
  })

  test('activates nothing while the page is not paid', async () => {
    const as = await given.user()
    const session_id = await openCheckout(as)
    expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
      subscription_activated: false,
    })
  })

  test("returns not_found for another account's session, and activates neither account", async () => {
    const [owner, other] = [await given.user(), await given.user()]
    const session_id = await payWithHeldWebhooks(owner)
    expect(await call(verifySubscription, { as: other, body: { session_id } })).toMatchObject(
      apiError('not_found'),
    )
    expect(await callOk(getAccess, { as: other })).toMatchObject({ isSubscribed: false })
  })

  test('returns not_found for a session that is unknown at Stripe', async () => {
    const as = await given.user()
    expect(await call(verifySubscription, { as, body: { session_id: 'cs_test_unknown' } })).toMatchObject(
      apiError('not_found'),
    )
  })

  test.each([{}, { session_id: 'sub_123' }, { session_id: [] }])('rejects the body %j', async (body) => {
    expect(await callWrongly(verifySubscription, { as: await given.user(), body })).toMatchObject({
      status: 400,
    })
  })

  test('rejects anonymous requests', async () => {
    expect(await call(verifySubscription, { body: { session_id: 'cs_test_x' } })).toMatchObject(unauthorized)
  })

  test('activates nothing while Stripe is unavailable, and works again afterwards', async () => {
    const as = await given.user()
    const session_id = await payWithHeldWebhooks(as)
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    const reply = await withFaults([down], () => call(verifySubscription, { as, body: { session_id } }))
    expect(reply).toMatchObject(apiError('payment_provider_error'))
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false })
    expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
      subscription_activated: true,
    })
  })
})
