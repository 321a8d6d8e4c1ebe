import { expect, test } from 'vitest'
import { sendPasswordResetEmail, signUp } from '../../../shared/contract/identity.ts'
import { call, callOk, callWrongly, newClient } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '../../../test/kit/link.ts'
import { aSignUp, newEmail } from '../../../test/kit/people.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { site } from '../../../test/kit/site.ts'

const asked = { status: 200, body: { data: { success: true } } }
const subject = /Choose a new password/

const landingFor = async (redirectTo?: string) => {
  const { email } = await given.user()
  expect(await call(sendPasswordResetEmail, { body: { email, redirectTo } })).toMatchObject(asked)
  const reply = await pressButton(await linkFor(email, subject))
  return { ...landing(reply), origin: new URL(reply.headers.get('location') ?? '').origin }
}

test('mails a link that leads to the page for a new password', async () => {
  const { path, query, fragment } = await landingFor(`${site()}/reset-password`)
  expect({ path, query }).toEqual({ path: '/reset-password', query: {} })
  expect(fragment).toMatchObject({ type: 'recovery', token_type: 'bearer' })
  expect(fragment).toHaveProperty('access_token')
  expect(fragment).toHaveProperty('refresh_token')
})

test('brings those who came from the admin sign-in back to it', async () => {
  const { path, query } = await landingFor(`${site()}/reset-password?from=admin`)
  expect({ path, query }).toEqual({ path: '/reset-password', query: { from: 'admin' } })
})

test('leads nowhere else, even when asked by an address that looks like ours', async () => {
  const { origin, path, query } = await landingFor(`${site()}.evil.example/reset-password`)
  expect({ origin, path, query }).toEqual({ origin: site(), path: '/reset-password', query: {} })
})

test('is a link for an hour', async () => {
  const { email } = await given.user()
  await callOk(sendPasswordResetEmail, { body: { email } })
  const link = await linkFor(email, subject)
  const late = new Date((await clock.now()).getTime() + 3600_000 + 1000)
  const reply = await clock.at(late.toISOString(), () => pressButton(link))
  expect(landing(reply)).toMatchObject({ path: '/reset-password', query: { error_code: 'otp_expired' } })
})

test('mails an address that was never verified the link that verifies it, and none for a password', async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  await callOk(sendPasswordResetEmail, { body: { email: body.email } })
  const mails = await inbox.waitForCount(body.email, 2)
  expect(mails.map((mail) => mail.subject).filter((text) => subject.test(text))).toEqual([])
})

test('answers an unknown address as it answers a known one, and mails nobody', async () => {
  const email = newEmail()
  expect(await call(sendPasswordResetEmail, { body: { email } })).toMatchObject(asked)
  expect(await inbox.for(email)).toEqual([])
})

test('refuses what is no address', async () => {
  expect(await call(sendPasswordResetEmail, { body: { email: 'abc' } })).toMatchObject(
    refusal('validation_failed', 'Please enter a valid email address'),
  )
  expect(
    await callWrongly(sendPasswordResetEmail, { body: { email: newEmail(), redirectTo: 7 } }),
  ).toMatchObject({ status: 400 })
})

test('sent twice within a minute, is asked to wait, whether or not there is an account', async () => {
  const known = (await given.user()).email
  await clock.atNextMinute(async () => {
    for (const email of [newEmail(), known]) {
      await callOk(sendPasswordResetEmail, { body: { email } })
      const reply = await call(sendPasswordResetEmail, { body: { email } })
      expect(reply).toMatchObject(refusal('rate_limited'))
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})

test('slows down one visitor who asks for many addresses', async () => {
  const from = newClient()
  const ask = () => call(sendPasswordResetEmail, { body: { email: newEmail() }, from })
  const replies = await clock.atNextMinute(() => Promise.all(Array.from({ length: 31 }, ask)))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('takes the same time for addresses with and without an account', async () => {
  const times = { known: [] as number[], unknown: [] as number[] }
  const known = await Promise.all(Array.from({ length: 5 }, () => given.user()))
  for (const { email } of known)
    for (const [kind, address] of [['known', email] as const, ['unknown', newEmail()] as const]) {
      const startedAt = performance.now()
      await callOk(sendPasswordResetEmail, { body: { email: address } })
      times[kind].push(performance.now() - startedAt)
    }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[2] ?? 0
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(60)
})
