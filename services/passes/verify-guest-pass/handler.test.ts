import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkGuestAccess, verifyGuestPass } from '#shared/contract/passes.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { buyGuestPass, openPass } from '#test/kit/pass.ts'
import { poll } from '#test/kit/poll.ts'
import { stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'

beforeEach(openTheChat)
afterEach(clock.restore)

describe('verify-guest-pass', () => {
  test('returns the same key of a paid pass each time, and stores nothing that contains it', async () => {
    const { session, guestKey } = await buyGuestPass()
    expect(await callOk(verifyGuestPass, { body: { session_id: session } })).toEqual({ guest_key: guestKey })
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

  test('adds thirty minutes to the pass of a guest key, which stays the same', async () => {
    const { guestKey } = await buyGuestPass()
    const again = await buyGuestPass(guestKey)
    expect(again.guestKey).toBe(guestKey)
    const [pass] = await stored(keys.guestPass(hashOf(guestKey)).pk)
    expect(pass).toMatchObject({ minutes: 60 })
  })
})
