import { afterEach, expect, test } from 'vitest'
import { getAccess, verifySubscription } from '../../../shared/contract/billing.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { stripe } from '../../../test/kit/stripe.ts'
import { openCheckout, payUnheard } from '../../../test/kit/subscribe.ts'

afterEach(async () => {
  await stripe.deliver()
  await stripe.release()
})

test('opens the door to a subscriber whose webhook has not come', async () => {
  const as = await given.user()
  const session_id = await payUnheard(as)
  expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
    subscription_activated: true,
  })
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'monthly' })
})

test('sent twice, changes nothing the second time', async () => {
  const as = await given.user()
  const session_id = await payUnheard(as, 'annual')
  await callOk(verifySubscription, { as, body: { session_id } })
  const access = await callOk(getAccess, { as })
  await callOk(verifySubscription, { as, body: { session_id } })
  expect(await callOk(getAccess, { as })).toEqual(access)
})

test('answers no while nothing is paid', async () => {
  const as = await given.user()
  const session_id = await openCheckout(as)
  expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
    subscription_activated: false,
  })
})

test("treats somebody else's session as one that does not exist, and lets neither in", async () => {
  const [owner, other] = [await given.user(), await given.user()]
  const session_id = await payUnheard(owner)
  expect(await call(verifySubscription, { as: other, body: { session_id } })).toMatchObject(
    refusal('not_found'),
  )
  expect(await callOk(getAccess, { as: other })).toMatchObject({ isSubscribed: false })
})

test('knows no session that Stripe does not know', async () => {
  const as = await given.user()
  expect(await call(verifySubscription, { as, body: { session_id: 'cs_test_unknown' } })).toMatchObject(
    refusal('not_found'),
  )
})

test.each([{}, { session_id: 'sub_123' }, { session_id: [] }])('refuses %j', async (body) => {
  expect(await callWrongly(verifySubscription, { as: await given.user(), body })).toMatchObject({
    status: 400,
  })
})

test('turns away who is not signed in', async () => {
  expect(await call(verifySubscription, { body: { session_id: 'cs_test_x' } })).toMatchObject(unauthorized)
})

test('grants nothing while the payment provider is down, and does when it is back', async () => {
  const as = await given.user()
  const session_id = await payUnheard(as)
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  const reply = await withFaults([down], () => call(verifySubscription, { as, body: { session_id } }))
  expect(reply).toMatchObject(refusal('payment_provider_error'))
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: false })
  expect(await callOk(verifySubscription, { as, body: { session_id } })).toEqual({
    subscription_activated: true,
  })
})
