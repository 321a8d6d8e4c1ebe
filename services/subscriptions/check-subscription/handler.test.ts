import { afterEach, describe, expect, test } from 'vitest'
import { checkSubscription, getAccess } from '#shared/contract/subscriptions.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { stripe } from '#test/kit/stripe.ts'
import { payWithHeldWebhooks } from '#test/kit/subscribe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

const down = { service: 'stripe', action: '*', error: 'api_error' } as const

describe('check-subscription', () => {
  test('returns true for a member with one read of the table and no request to Stripe', async () => {
    const as = await given.monthlyMember()
    const made = await callsDuring('check-subscription', async () =>
      expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true }),
    )
    expect(made.map(({ service, action }) => `${service}:${action}`)).toEqual(['dynamodb:Query'])
  })

  test('finds a subscription whose webhook was lost', async () => {
    const as = await given.user()
    await payWithHeldWebhooks(as)
    expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
  })

  test('returns false for an account that never paid', async () => {
    const as = await given.user()
    for (let i = 0; i < 2; i += 1)
      expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: false })
  })

  test('returns false for a past-due member, however often it is asked', async () => {
    const as = await given.pastDueMember()
    for (let i = 0; i < 2; i += 1)
      expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: false })
  })

  test('reports the caller, whatever the body contains', async () => {
    const [as, member] = [await given.user(), await given.monthlyMember()]
    expect(
      await callOk(checkSubscription, { as, body: { user_id: member.userId, email: member.email } }),
    ).toEqual({
      subscribed: false,
    })
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(checkSubscription, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(checkSubscription)).toMatchObject(unauthorized)
  })

  test('reports an error when our record shows no access and Stripe is unavailable', async () => {
    const as = await given.user()
    await payWithHeldWebhooks(as)
    const reply = await withFaults([down], () => call(checkSubscription, { as }))
    expect(reply).toMatchObject(apiError('payment_provider_error'))
  })

  test('returns true for a member while Stripe is unavailable', async () => {
    const as = await given.monthlyMember()
    expect(await withFaults([down], () => callOk(checkSubscription, { as }))).toEqual({ subscribed: true })
  })
})
