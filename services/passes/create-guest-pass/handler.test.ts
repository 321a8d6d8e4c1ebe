import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkGuestAccess, createGuestPass, hasActiveOneTimeAccess } from '#shared/contract/passes.ts'
import { call, callOk, callRaw, callWrongly } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { closeTheChat, openTheChat } from '#test/kit/hours.ts'
import { buyGuestPass, buyPass, openPass } from '#test/kit/pass.ts'
import { apiError } from '#test/kit/api-error.ts'
import { stripe } from '#test/kit/stripe.ts'

beforeEach(openTheChat)
afterEach(clock.restore)

const isActive = async (guest_key: string) => (await callOk(checkGuestAccess, { body: { guest_key } })).active

describe('create-guest-pass', () => {
  test('returns the payment page at our price, and a key that does not work yet', async () => {
    const { url, guest_key } = await callOk(createGuestPass)
    expect(await (await fetch(url)).text()).toContain('£50')
    expect(guest_key).toMatch(/^[\w-]{43}$/)
    expect(await isActive(String(guest_key))).toBe(false)
  })

  test('activates the returned key once the pass is paid', async () => {
    const { guestKey, promisedKey } = await buyGuestPass()
    expect(guestKey).toBe(promisedKey)
    expect(await isActive(guestKey)).toBe(true)
  })

  test('returns a page for the account of a signed-in user, and no key', async () => {
    const as = await given.user()
    const { url, ...rest } = await callOk(createGuestPass, { as })
    expect(rest).toEqual({})
    expect(await (await fetch(url)).text()).toContain(as.email)
    await buyPass(as)
    expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(true)
  })

  test('rejects requests outside business hours with the message that pages show', async () => {
    await closeTheChat()
    const message =
      'One-time chat access is only available during business hours. Subscriptions are available 24/7.'
    expect(await call(createGuestPass)).toMatchObject(apiError('outside_business_hours', message))
    expect(await call(createGuestPass, { as: await given.user() })).toMatchObject(
      apiError('outside_business_hours'),
    )
  })

  test('rejects an invalid token instead of treating the request as anonymous', async () => {
    const { idToken } = await given.user()
    for (const authorization of ['Bearer invented.token.here', `Bearer ${idToken}`, 'Basic eA==', 'Bearer '])
      expect(
        await callRaw('/functions/create-guest-pass', {
          headers: { authorization, 'content-type': 'application/json' },
          body: '{}',
        }),
      ).toMatchObject(apiError('unauthorized'))
  })

  test('rejects a member, who already has live chat', async () => {
    expect(await call(createGuestPass, { as: await given.monthlyMember() })).toMatchObject(
      apiError('already_subscribed'),
    )
  })

  test.each([[[]], [{ guest_key: 7 }]])('rejects the body %j', async (body) => {
    expect(await callWrongly(createGuestPass, { body })).toMatchObject(apiError('validation_failed'))
  })

  test('allows a new page after a failed direct debit, but not while it is processing', async () => {
    const as = await given.user()
    const { session } = await openPass({ as })
    await stripe.pay(session, 'debit')
    expect(await call(createGuestPass, { as })).toMatchObject(apiError('payment_in_progress'))
    await stripe.failDebit(session)
    const again = await openPass({ as })
    expect(again.session).not.toBe(session)
  })

  test('reports an error while Stripe is unavailable', async () => {
    const down = { service: 'stripe', action: '*', error: 'api_error' } as const
    expect(await withFaults([down], () => call(createGuestPass))).toMatchObject(
      apiError('payment_provider_error'),
    )
    await openPass()
  })
})
