import { describe, expect, test } from 'vitest'
import { verifyPayment } from '#shared/contract/passes.ts'
import { call, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { openCheckout } from '#test/kit/subscribe.ts'

const notActivated = { status: 200, body: { access_activated: false } }

describe('verify-payment', () => {
  test('activates nothing for the session of a subscription', async () => {
    const as = await given.user()
    const session_id = await openCheckout(as)
    for (let i = 0; i < 2; i += 1)
      expect(await call(verifyPayment, { as, body: { session_id } })).toMatchObject(notActivated)
  })

  test("returns not_found for another account's session", async () => {
    const session_id = await openCheckout(await given.user())
    expect(await call(verifyPayment, { as: await given.user(), body: { session_id } })).toMatchObject(
      apiError('not_found'),
    )
  })

  test('returns not_found for a session that is unknown at Stripe', async () => {
    const as = await given.user()
    expect(await call(verifyPayment, { as, body: { session_id: 'cs_test_unknown' } })).toMatchObject(
      apiError('not_found'),
    )
  })

  test.each([{}, { session_id: 'pi_123' }, { session_id: null }])('rejects the body %j', async (body) => {
    expect(await callWrongly(verifyPayment, { as: await given.user(), body })).toMatchObject({ status: 400 })
  })

  test('rejects anonymous requests', async () => {
    expect(await call(verifyPayment, { body: { session_id: 'cs_test_x' } })).toMatchObject(unauthorized)
  })
})
