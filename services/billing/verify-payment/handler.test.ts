import { expect, test } from 'vitest'
import { verifyPayment } from '../../../shared/contract/passes.ts'
import { call, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { openCheckout } from '../../../test/kit/subscribe.ts'

const notActivated = { status: 200, body: { access_activated: false } }

test("answers no for a subscription's session, however often", async () => {
  const as = await given.user()
  const session_id = await openCheckout(as)
  for (let i = 0; i < 2; i += 1)
    expect(await call(verifyPayment, { as, body: { session_id } })).toMatchObject(notActivated)
})

test("treats somebody else's session as one that does not exist", async () => {
  const session_id = await openCheckout(await given.user())
  expect(await call(verifyPayment, { as: await given.user(), body: { session_id } })).toMatchObject(
    refusal('not_found'),
  )
})

test('knows no session that Stripe does not know', async () => {
  const as = await given.user()
  expect(await call(verifyPayment, { as, body: { session_id: 'cs_test_unknown' } })).toMatchObject(
    refusal('not_found'),
  )
})

test.each([{}, { session_id: 'pi_123' }, { session_id: null }])('refuses %j', async (body) => {
  expect(await callWrongly(verifyPayment, { as: await given.user(), body })).toMatchObject({ status: 400 })
})

test('turns away who is not signed in', async () => {
  expect(await call(verifyPayment, { body: { session_id: 'cs_test_x' } })).toMatchObject(unauthorized)
})
