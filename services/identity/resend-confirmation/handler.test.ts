import { describe, expect, test } from 'vitest'
import { resendConfirmation, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'

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

  test('sends no email to a verified address', async () => {
    const { email } = await given.user()
    const before = await inbox.for(email)
    expect(await call(resendConfirmation, { body: { email } })).toMatchObject({ status: 200 })
    expect(await inbox.for(email)).toEqual(before)
  })

  test('emails the owner of an account who has signed up again that the address has one already', async () => {
    const { email } = await given.user()
    const { length } = await inbox.for(email)
    await callOk(signUp, { body: aSignUp({ email }) })
    const first = (await inbox.waitForCount(email, length + 1)).at(-1)
    const anHourLater = new Date((await clock.now()).getTime() + 3600_000)
    await clock.at(anHourLater.toISOString(), () => callOk(resendConfirmation, { body: { email } }))
    const second = (await inbox.waitForCount(email, length + 2)).at(-1)
    expect(second?.text).toContain('you already have an account')
    expect(second?.subject).toBe(first?.subject)
  })
})
