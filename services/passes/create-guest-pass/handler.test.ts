import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  checkGuestAccess,
  createGuestPass,
  hasActiveOneTimeAccess,
  verifyGuestPass,
} from '#shared/contract/passes.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { buyPass } from '#test/kit/pass.ts'
import { sessionOf, stripe } from '#test/kit/stripe.ts'

beforeEach(openTheChat)
afterEach(clock.restore)

const isActive = async (guest_key: string) => (await callOk(checkGuestAccess, { body: { guest_key } })).active

describe('create-guest-pass', () => {
  test('returns the payment page at our price, and a key that works once the pass is paid', async () => {
    const { url, guest_key } = await callOk(createGuestPass)
    expect(await (await fetch(url)).text()).toMatch(/£50(?:\.00)?(?![\d.,])/)
    expect(guest_key).toMatch(/^[\w-]{43}$/)
    expect(await isActive(String(guest_key))).toBe(false)
    await stripe.pay(sessionOf(url))
    const paid = await callOk(verifyGuestPass, { body: { session_id: sessionOf(url) } })
    expect(paid).toEqual({ guest_key })
    expect(await isActive(String(guest_key))).toBe(true)
  })

  test('returns a page for the account of a signed-in user, and no key', async () => {
    const as = await given.user()
    const { url, ...rest } = await callOk(createGuestPass, { as })
    expect(rest).toEqual({})
    expect(await (await fetch(url)).text()).toContain(as.email)
    await buyPass(as)
    expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(true)
  })
})
