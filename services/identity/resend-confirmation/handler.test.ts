import { expect, test } from 'vitest'
import { resendConfirmation, signUp } from '../../../shared/contract/identity.ts'
import { call, callOk } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing, pressButton } from '../../../test/kit/link.ts'
import { aSignUp, newEmail } from '../../../test/kit/people.ts'
import { refusal } from '../../../test/kit/refusal.ts'

const waiting = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  await inbox.waitForCount(body.email, 1)
  return body.email
}

test('mails another link, which leads to the chosen plan', async () => {
  const email = await waiting()
  await callOk(resendConfirmation, { body: { email, plan: 'annual' } })
  const [, second] = await inbox.waitForCount(email, 2)
  const link = second?.links.find((address) => address.includes('/auth/verify')) ?? ''
  expect(landing(await pressButton(link))).toMatchObject({
    path: '/signup-complete',
    query: { plan: 'annual' },
  })
})

test('refuses what is no address', async () => {
  const reply = await call(resendConfirmation, { body: { email: 'abc' } })
  expect(reply).toMatchObject(refusal('validation_failed', 'Please enter a valid email address'))
})

test('answers an unknown address as it answers a known one, and mails nobody', async () => {
  const email = newEmail()
  expect(await call(resendConfirmation, { body: { email } })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await inbox.for(email)).toEqual([])
})

test('sends nothing to an address that is verified already', async () => {
  const { email } = await given.user()
  const before = await inbox.for(email)
  expect(await call(resendConfirmation, { body: { email } })).toMatchObject({ status: 200 })
  expect(await inbox.for(email)).toEqual(before)
})

test('sent twice within a minute, is asked to wait', async () => {
  const email = newEmail()
  await clock.atNextMinute(async () => {
    await callOk(resendConfirmation, { body: { email } })
    const reply = await call(resendConfirmation, { body: { email } })
    expect(reply).toMatchObject(refusal('rate_limited'))
    expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
})

test('counts the same person however the address is written', async () => {
  const email = newEmail()
  await clock.atNextMinute(async () => {
    await callOk(resendConfirmation, { body: { email } })
    expect(await call(resendConfirmation, { body: { email: ` ${email.toUpperCase()} ` } })).toMatchObject({
      status: 429,
    })
  })
})
