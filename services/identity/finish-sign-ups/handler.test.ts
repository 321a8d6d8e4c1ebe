import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { sendMagicLink, signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { pool } from '#test/kit/pool.ts'
import { runSchedule } from '#test/kit/schedule.ts'

const failing = (action: string) => ({ service: 'cognito', action, error: 'InternalErrorException' }) as const

/** An address whose former user is still in the pool, because the pool failed when the account was deleted. */
const addressOfDeletedAccount = async (): Promise<string> => {
  const as = await given.user()
  await withFaults([failing('AdminDeleteUser')], () => callOk(deleteAccount, { as }))
  // The verification link and the confirmation of the deletion.
  await inbox.waitForCount(as.email, 2)
  return as.email
}

/** Waits until this many emails have arrived and returns the link of the last one. */
const linkOfEmail = async (email: string, count: number): Promise<string> => {
  const links = (await inbox.waitForCount(email, count)).at(-1)?.links ?? []
  return links.find((link) => link.includes(paths.verifyLink)) ?? ''
}

const isAccepted = (email: string, password: string): Promise<boolean> =>
  pool.signIn(email, password).then(
    () => true,
    () => false,
  )

describe('finish-sign-ups', () => {
  test('completes an interrupted confirmation, so that the password works', async () => {
    const email = await addressOfDeletedAccount()
    await callOk(signUp, { body: aSignUp({ email }) })
    await inbox.waitForCount(email, 3)
    const own = aSignUp({ email })
    await callOk(signUp, { body: own })
    const link = await linkOfEmail(email, 4)
    const { fragment } = await withFaults([failing('AdminUpdateUserAttributes')], async () =>
      landing(await pressButton(link)),
    )
    expect(fragment).toHaveProperty('access_token')
    expect(await isAccepted(email, own.password)).toBe(false)
    const later = new Date((await clock.now()).getTime() + 5 * 60_000).toISOString()
    await clock.at(later, () => runSchedule('finish-sign-ups'))
    expect(await isAccepted(email, own.password)).toBe(true)
  })

  test('is not needed when a sign-up with a confirmed address replaces a deleted account', async () => {
    const email = await addressOfDeletedAccount()
    await callOk(signUp, { body: aSignUp({ email }) })
    await inbox.waitForCount(email, 3)
    await callOk(sendMagicLink, { body: { email } })
    const { address_token } = landing(await pressButton(await linkOfEmail(email, 4))).fragment
    const own = aSignUp({ email, address_token })
    await callOk(signUp, { body: own })
    expect(await isAccepted(email, own.password)).toBe(true)
  })
})
