import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import type { Account } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import { check, put } from '#platform/table/write.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { transactWithReferral } from './confirmation.ts'
import { type LinkEmailDependencies, queueAlreadyRegisteredEmail, queueSignInEmail } from './link-email.ts'
import { waitUntil } from './session-end.ts'
import { signUpCheckRepository } from './sign-up-check.repository.ts'
import { handle as handleSignUp } from './sign-up/handler.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const key = { pk: 'sample', sk: 'item' }

describe('a confirmation', () => {
  test.each([
    ['the referral link is revoked in the meantime', 'attribute_exists(pk)'],
    ['the referral counts', 'attribute_not_exists(pk)'],
  ])('is written when %s', async (_name, onlyIf) => {
    const { table, database } = inMemory({ now })
    const referral = async (otherwise: string) => [
      check({ pk: 'referral', sk: 'link' }, { onlyIf, otherwise }),
    ]
    expect(await transactWithReferral(table, [put(key, { entity: 'sample' })], referral)).toBeUndefined()
    expect(database.all()).toHaveLength(1)
  })

  test('never opens an account over another one', async () => {
    const { deps, openAccount, world } = identityInMemory()
    const { userId, email } = await openAccount()
    const form = { ...signUp.body.parse(aSignUp()), referrer_token: undefined }
    const opening = { userId, form, referrerToken: undefined, now }
    expect(await deps.signUps.openConfirmed(opening, put(key, { entity: 'sample' }))).toBe(false)
    expect((await deps.accounts.find(userId))?.profile.email).toBe(email)
    expect(await world.table.list(key.pk, '')).toEqual([])
  })
})

describe('a link', () => {
  test.each<[string, (deps: LinkEmailDependencies, account: Account) => Promise<void>]>([
    [
      'signs in',
      (deps, { profile }) =>
        queueSignInEmail(
          deps,
          profile.email,
          { type: 'magiclink', redirect: '/', template: 'magic-link' },
          now,
        ),
    ],
    [
      'reports another sign-up',
      (deps, { profile }) => queueAlreadyRegisteredEmail(deps, profile, 'sign-up', now),
    ],
  ])('that %s is not stored for an account that is deleted in the meantime', async (_name, queue) => {
    const { deps, openAccount, world } = identityInMemory()
    const { userId } = await openAccount()
    const account = await deps.accounts.find(userId)
    if (account === undefined) throw new Error('no account')
    await world.table.put(keys.profile(userId), { entity: 'tombstone', deleted_at: now.toISOString() })
    const before = world.database.all()
    await queue({ ...deps, accounts: { ...deps.accounts, findByEmail: async () => account } }, account)
    expect(world.database.all()).toEqual(before)
  })
})

describe('a sign-up', () => {
  test('fails if its user is deleted before the password is set', async () => {
    const { pool, signUp, emailsTo } = identityInMemory()
    pool.setPassword = async () => false
    const email = newEmail('deleted')
    await expect(signUp({ email })).rejects.toThrow('before it had a password')
    expect(await emailsTo(email)).toEqual([])
  })

  test('is stored without a link when the account that took its address is deleted in the meantime', async () => {
    const { deps, pool, emailsTo } = identityInMemory()
    const racing = {
      ...deps,
      accounts: { ...deps.accounts, findByEmail: async () => undefined },
      signUps: { ...deps.signUps, open: async () => false },
    }
    const body = aSignUp()
    const reply = await callInMemory(signUp, handleSignUp, { body, now }, racing)
    expect(reply).toMatchObject({ status: 200, body: { success: true } })
    expect(await emailsTo(body.email)).toEqual([])
    expect(pool.list()).toMatchObject([{ hasAddress: false }])
  })

  test('with the address of an account gets its response once the email to the owner is queued', async () => {
    const { deps, openAccount, emailsTo } = identityInMemory()
    const { email } = await openAccount()
    const { accounts } = deps
    const queueAlreadyRegisteredEmail: typeof accounts.queueAlreadyRegisteredEmail = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return accounts.queueAlreadyRegisteredEmail(...args)
    }
    const slow = { ...deps, accounts: { ...accounts, queueAlreadyRegisteredEmail } }
    const reply = await callInMemory(signUp, handleSignUp, { body: aSignUp({ email }), now }, slow)
    expect(reply).toMatchObject({ status: 200 })
    // Lambda stops a function that has responded.
    expect((await emailsTo(email)).map(({ template }) => template)).toContain('already-registered')
  })

  test('is waited for until its last millisecond', async () => {
    const { table } = inMemory({ now })
    const checks = signUpCheckRepository(table)
    const { id, write } = checks.issueUnconfirmable(now)
    await table.transact(write)
    const end = new Date(retainedUntil('unverified', now))
    expect(await checks.statusOf(id, new Date(end.getTime() - 1))).toBe('waiting')
    expect(await checks.statusOf(id, end)).toBe('expired')
  })

  test('that cannot be finished fails the scheduled run, and the next run finishes it', async () => {
    const { signUp: fill, newestLink, press, pool, passSeconds, finishSignUps } = identityInMemory()
    const { email, password } = await fill()
    pool.failOnce('claimAddress')
    await press(await newestLink(email))
    passSeconds(120)
    pool.failOnce('claimAddress')
    await expect(finishSignUps()).rejects.toThrow('1 sign-ups could not be finished')
    passSeconds(300)
    expect(await finishSignUps()).toEqual({ finished: 1 })
    expect(pool.canSignIn(email, password)).toBe(true)
  })
})

describe('the end of all sessions', () => {
  test('is waited for, so that the next sign-in counts', async () => {
    const time = new Date(Date.now() + 30)
    await waitUntil(time)
    // A timer may end a millisecond early.
    expect(Date.now()).toBeGreaterThanOrEqual(time.getTime() - 2)
  })
})
