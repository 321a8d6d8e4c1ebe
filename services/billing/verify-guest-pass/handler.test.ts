import { expect, test } from 'vitest'
import { verifyGuestPass } from '../../../shared/contract/passes.ts'
import { call, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { openCheckout } from '../../../test/kit/subscribe.ts'

const notGuest = { status: 200, body: { status: 'not_guest_pass' } }

test('says that the session of a subscription is no guest pass, however often', async () => {
  const session_id = await openCheckout(await given.user())
  for (let i = 0; i < 2; i += 1)
    expect(await call(verifyGuestPass, { body: { session_id } })).toMatchObject(notGuest)
})

test('needs nobody to be signed in, and gives no more to who is', async () => {
  const as = await given.user()
  const session_id = await openCheckout(as)
  expect(await call(verifyGuestPass, { as, body: { session_id } })).toMatchObject(notGuest)
})

test("gives no key for somebody else's session", async () => {
  const session_id = await openCheckout(await given.user())
  const { body } = await call(verifyGuestPass, { as: await given.user(), body: { session_id } })
  expect(body).not.toHaveProperty('guest_key')
})

test('knows no session that Stripe does not know', async () => {
  expect(await call(verifyGuestPass, { body: { session_id: 'cs_test_unknown' } })).toMatchObject(
    refusal('not_found'),
  )
})

test.each([{}, { session_id: '' }, { session_id: '../customers' }, { session_id: 7 }])(
  'refuses %j',
  async (body) => {
    expect(await callWrongly(verifyGuestPass, { body })).toMatchObject({ status: 400 })
  },
)
