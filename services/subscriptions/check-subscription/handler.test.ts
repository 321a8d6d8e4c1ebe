import { afterEach, describe, expect, test } from 'vitest'
import { checkSubscription, getAccess } from '#shared/contract/subscriptions.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { stripe } from '#test/kit/stripe.ts'
import { payWithHeldWebhooks } from '#test/kit/subscribe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

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

  test('returns false for a past-due member, however often it is called', async () => {
    const as = await given.pastDueMember()
    for (let i = 0; i < 2; i += 1)
      expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: false })
  })
})
