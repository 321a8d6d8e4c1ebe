import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkGuestAccess, createGuestPass, hasActiveOneTimeAccess } from '../../../shared/contract/passes.ts'
import { call, callOk, callRaw, callWrongly, newClient } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { closeTheChat, openTheChat } from '../../../test/kit/hours.ts'
import { buyGuestPass, buyPass, openPass } from '../../../test/kit/pass.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { sessionOf, stripe } from '../../../test/kit/stripe.ts'

beforeEach(openTheChat)
afterEach(clock.restore)

const isActive = async (guest_key: string) => (await callOk(checkGuestAccess, { body: { guest_key } })).active

test('opens the hosted page for a pass at our own price, and promises a key that opens nothing yet', async () => {
  const { url, guest_key } = await callOk(createGuestPass)
  expect(await (await fetch(url)).text()).toContain('£50')
  expect(guest_key).toMatch(/^[\w-]{43}$/)
  expect(await isActive(String(guest_key))).toBe(false)
})

test('gives the promised key once the pass is paid', async () => {
  const { guestKey, promisedKey } = await buyGuestPass()
  expect(guestKey).toBe(promisedKey)
  expect(await isActive(guestKey)).toBe(true)
})

test('gives who is signed in a page of their own, and no key', async () => {
  const as = await given.user()
  const { url, ...rest } = await callOk(createGuestPass, { as })
  expect(rest).toEqual({})
  expect(await (await fetch(url)).text()).toContain(as.email)
  await buyPass(as)
  expect(await callOk(hasActiveOneTimeAccess, { as })).toBe(true)
})

test('refuses outside business hours, in the words that screens show', async () => {
  await closeTheChat()
  const message =
    'One-time chat access is only available during business hours. Subscriptions are available 24/7.'
  expect(await call(createGuestPass)).toMatchObject(refusal('outside_business_hours', message))
  expect(await call(createGuestPass, { as: await given.user() })).toMatchObject(
    refusal('outside_business_hours'),
  )
})

test('refuses a token that is not good, rather than taking its bearer for a stranger', async () => {
  const { idToken } = await given.user()
  for (const authorization of ['Bearer invented.token.here', `Bearer ${idToken}`, 'Basic eA==', 'Bearer '])
    expect(
      await callRaw('/functions/create-guest-pass', {
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      }),
    ).toMatchObject(refusal('unauthorized'))
})

test('refuses somebody who has the chat by subscription', async () => {
  expect(await call(createGuestPass, { as: await given.monthlyMember() })).toMatchObject(
    refusal('already_subscribed'),
  )
})

test.each([[[]], [{ guest_key: 7 }]])('refuses %j', async (body) => {
  expect(await callWrongly(createGuestPass, { body })).toMatchObject(refusal('validation_failed'))
})

test('sent twenty times at once by one person, opens one page', async () => {
  const as = await given.user()
  const replies = await Promise.all(Array.from({ length: 20 }, () => call(createGuestPass, { as })))
  const sessions = replies.flatMap(({ body }) => ('url' in body ? [sessionOf(body.url)] : []))
  expect(sessions.length).toBeGreaterThan(0)
  expect(new Set(sessions).size).toBe(1)
})

test('lets somebody try again whose direct debit the bank has refused, and nobody while it is under way', async () => {
  const as = await given.user()
  const { session } = await openPass({ as })
  await stripe.pay(session, 'debit')
  expect(await call(createGuestPass, { as })).toMatchObject(refusal('payment_in_progress'))
  await stripe.failDebit(session)
  const again = await openPass({ as })
  expect(again.session).not.toBe(session)
})

test('lets one address open ten pages an hour', async () => {
  const from = newClient()
  for (let i = 0; i < 10; i += 1) await callOk(createGuestPass, { from })
  expect(await call(createGuestPass, { from })).toMatchObject(refusal('rate_limited'))
})

test('says so when the payment provider cannot be reached', async () => {
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  expect(await withFaults([down], () => call(createGuestPass))).toMatchObject(
    refusal('payment_provider_error'),
  )
  await openPass()
})
