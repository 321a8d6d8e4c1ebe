import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkGuestAccess, verifyGuestPass } from '#shared/contract/passes.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass, openTheChat } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { buyGuestPass, openPass } from '#test/kit/pass.ts'
import { newEmail } from '#test/kit/people.ts'
import { poll } from '#test/kit/poll.ts'
import { apiError } from '#test/kit/api-error.ts'
import { stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout } from '#test/kit/subscribe.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'

beforeEach(openTheChat)
afterEach(clock.restore)

const notGuest = { status: 200, body: { status: 'not_guest_pass' } }

describe('verify-guest-pass', () => {
  test('returns the same key of a paid pass to repeated requests', async () => {
    const { session, guestKey } = await buyGuestPass()
    for (let i = 0; i < 2; i += 1)
      expect(await callOk(verifyGuestPass, { body: { session_id: session } })).toEqual({
        guest_key: guestKey,
      })
    expect(await stored(keys.guestPass(hashOf(guestKey)).pk)).toHaveLength(1)
  })

  test('stores nothing that contains the key', async () => {
    const { session, guestKey } = await buyGuestPass()
    const items = [
      ...(await stored(keys.guestPass(hashOf(guestKey)).pk)),
      ...(await stored(keys.passPayment(session).pk)),
    ]
    expect(items).toHaveLength(2)
    expect(JSON.stringify(items)).not.toContain(guestKey)
  })

  test('the webhook alone activates the pass, without the success page', async () => {
    const { session, promisedKey } = await openPass()
    await stripe.pay(session)
    await poll('the pass by webhook', async () => {
      const { active } = await callOk(checkGuestAccess, { body: { guest_key: String(promisedKey) } })
      return active || undefined
    })
  })

  test('returns no key while the page is not paid', async () => {
    const { session } = await openPass()
    expect(await callOk(verifyGuestPass, { body: { session_id: session } })).toEqual({ status: 'not_paid' })
    await stripe.pay(session, 'decline')
    expect(await callOk(verifyGuestPass, { body: { session_id: session } })).toEqual({ status: 'not_paid' })
  })

  test('returns the key for a day, and after that only the receipt restores it', async () => {
    const { session, guestKey } = await buyGuestPass()
    await letMinutesPass(23 * 60)
    expect(await callOk(verifyGuestPass, { body: { session_id: session } })).toEqual({ guest_key: guestKey })
    await letMinutesPass(2 * 60)
    expect(await callOk(verifyGuestPass, { body: { session_id: session } })).toEqual({
      status: 'key_in_email',
    })
  })

  test('adds thirty minutes to the pass of a guest key, which stays the same', async () => {
    const { guestKey } = await buyGuestPass()
    const again = await buyGuestPass(guestKey)
    expect(again.guestKey).toBe(guestKey)
    const [pass] = await stored(keys.guestPass(hashOf(guestKey)).pk)
    expect(pass).toMatchObject({ minutes: 60 })
  })

  test('emails the pass once', async () => {
    const email = newEmail('guest')
    await given.guest(email)
    const receipt = await inbox.waitFor(email, /chat pass/)
    expect(receipt).toMatchObject({ subject: 'Your live chat pass' })
    expect(receipt.text).toContain('£50.00')
    expect((await inbox.for(email)).filter(({ subject }) => subject === receipt.subject)).toHaveLength(1)
  })

  test('reports each time that the session of a subscription is not a guest pass', async () => {
    const as = await given.user()
    const session_id = await openCheckout(as)
    for (let i = 0; i < 2; i += 1)
      expect(await call(verifyGuestPass, { as, body: { session_id } })).toMatchObject(notGuest)
  })

  test('reports that the pass of an account is not a guest pass', async () => {
    const { session } = await openPass({ as: await given.user() })
    await stripe.pay(session)
    expect(await call(verifyGuestPass, { body: { session_id: session } })).toMatchObject(notGuest)
  })

  test('returns not_found for a session that is unknown at Stripe', async () => {
    expect(await call(verifyGuestPass, { body: { session_id: 'cs_test_unknown' } })).toMatchObject(
      apiError('not_found'),
    )
  })

  test.each([{}, { session_id: '' }, { session_id: '../customers' }, { session_id: 7 }])(
    'rejects the body %j',
    async (body) => {
      expect(await callWrongly(verifyGuestPass, { body })).toMatchObject({ status: 400 })
    },
  )
})
