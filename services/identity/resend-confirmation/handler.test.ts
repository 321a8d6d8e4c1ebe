import { describe, expect, test } from 'vitest'
import { resendConfirmation, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, pressButton } from '#test/kit/link.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { apiError } from '#test/kit/api-error.ts'

const waiting = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  await inbox.waitForCount(body.email, 1)
  return body.email
}

describe('resend-confirmation', () => {
  test('emails a new link that redirects to the chosen plan', async () => {
    const email = await waiting()
    await callOk(resendConfirmation, { body: { email, plan: 'annual' } })
    const [, second] = await inbox.waitForCount(email, 2)
    const link = second?.links.find((address) => address.includes(paths.verifyLink)) ?? ''
    expect(landing(await pressButton(link))).toMatchObject({
      path: paths.signUpComplete,
      query: { plan: 'annual' },
    })
  })

  test('rejects a malformed address', async () => {
    const reply = await call(resendConfirmation, { body: { email: 'abc' } })
    expect(reply).toMatchObject(apiError('validation_failed', 'Please enter a valid email address'))
  })

  test('sends no email to a verified address', async () => {
    const { email } = await given.user()
    const before = await inbox.for(email)
    expect(await call(resendConfirmation, { body: { email } })).toMatchObject({ status: 200 })
    expect(await inbox.for(email)).toEqual(before)
  })

  test('rejects a second request within a minute', async () => {
    const email = newEmail()
    await clock.atNextMinute(async () => {
      await callOk(resendConfirmation, { body: { email } })
      const reply = await call(resendConfirmation, { body: { email } })
      expect(reply).toMatchObject(apiError('rate_limited'))
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    })
  })

  test('ignores case and spaces of the address when it counts requests', async () => {
    const email = newEmail()
    await clock.atNextMinute(async () => {
      await callOk(resendConfirmation, { body: { email } })
      expect(await call(resendConfirmation, { body: { email: ` ${email.toUpperCase()} ` } })).toMatchObject({
        status: 429,
      })
    })
  })
})
