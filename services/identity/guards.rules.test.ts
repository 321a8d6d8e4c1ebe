import '#test/kit/in-memory/environment.ts'
import type { DefineAuthChallengeTriggerEvent, PreTokenGenerationTriggerEvent } from 'aws-lambda'
import { describe, expect, test, vi } from 'vitest'
import { updatePassword } from '#shared/contract/identity.ts'
import { recentSignInSeconds } from '#shared/values/limits.ts'
import { findAccount } from '#platform/account/account.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { countMetrics } from '#platform/metric.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { passkeyRepository } from '#services/passkeys/public.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { readLink } from '#test/kit/link.ts'
import { accountRepository } from './account.repository.ts'
import { handler as defineChallenge } from './define-auth-challenge/handler.ts'
import { linkRepository } from './link.repository.ts'
import { handle as beforeTokens } from './pre-token-generation/handler.ts'
import { sessionsValidAfter } from './session-end.ts'
import { sessionRepository } from './session.repository.ts'
import { handle as update } from './update-password/handler.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

const now = new Date('2026-03-01T10:00:00.250Z')

const challenge = (session: readonly boolean[]): DefineAuthChallengeTriggerEvent => ({
  version: '1',
  region: 'eu-west-2',
  userPoolId: 'pool',
  userName: 'user',
  callerContext: { awsSdkVersion: 'test', clientId: 'client' },
  triggerSource: 'DefineAuthChallenge_Authentication',
  request: {
    userAttributes: {},
    session: session.map((challengeResult) => ({ challengeName: 'CUSTOM_CHALLENGE', challengeResult })),
  },
  response: { challengeName: '', failAuthentication: false, issueTokens: false },
})

describe('define-auth-challenge', () => {
  test.each([
    ['no answer yet', [], { issueTokens: false, failAuthentication: false }],
    ['one correct answer', [true], { issueTokens: true, failAuthentication: false }],
    ['one wrong answer', [false], { issueTokens: false, failAuthentication: true }],
    ['a second guess', [false, true], { issueTokens: false, failAuthentication: true }],
    ['two correct answers', [true, true], { issueTokens: false, failAuthentication: true }],
  ])('after %s', async (_case, session, outcome) => {
    expect((await defineChallenge(challenge(session))).response).toMatchObject(outcome)
  })
})

const tokens = (userId: string, triggerSource: PreTokenGenerationTriggerEvent['triggerSource']) =>
  ({
    version: '1',
    region: 'eu-west-2',
    userPoolId: 'pool',
    userName: userId,
    callerContext: { awsSdkVersion: 'test', clientId: 'client' },
    triggerSource,
    request: { userAttributes: { sub: userId }, groupConfiguration: {} },
    response: { claimsOverrideDetails: {} },
  }) satisfies PreTokenGenerationTriggerEvent

/** A table with an account, which can be unverified or deleted. */
const anAccount = async (state: 'verified' | 'unverified' | 'deleted' = 'verified') => {
  const { table, account, database } = inMemory({ now })
  const caller = await account()
  const key = keys.profile(caller.userId)
  const { email_verified_at: _verified, ...unverified } = caller.profile
  if (state === 'unverified') await table.transact(put(key, unverified))
  if (state === 'deleted')
    await table.transact(
      put(key, { entity: 'tombstone', user_id: caller.userId, deleted_at: now.toISOString() }),
    )
  const stored = () => database.all().find(({ pk, sk }) => pk?.['S'] === key.pk && sk?.['S'] === key.sk)
  return { table, caller, stored, sessions: sessionRepository(table), accounts: accountRepository(table) }
}

describe('pre-token-generation', () => {
  test('records a sign-in, but not the refresh of a session', async () => {
    const { caller, stored, ...deps } = await anAccount()
    await beforeTokens(tokens(caller.userId, 'TokenGeneration_RefreshTokens'), deps)
    expect(stored()).not.toHaveProperty('last_sign_in_at')
    await beforeTokens(tokens(caller.userId, 'TokenGeneration_Authentication'), deps)
    expect(stored()).toHaveProperty('last_sign_in_at')
  })

  test.each([
    ['unverified', 'not confirmed'],
    ['deleted', 'Invalid login credentials'],
  ] as const)('rejects an account that is %s, and records nothing', async (state, message) => {
    const { caller, stored, ...deps } = await anAccount(state)
    const sign = () => beforeTokens(tokens(caller.userId, 'TokenGeneration_Authentication'), deps)
    vi.mocked(countMetrics).mockClear()
    await expect(sign()).rejects.toThrow(message)
    // The alarm on failed sign-ins subtracts what is counted here.
    const counts = state === 'unverified' ? [[{ SignInsRejected: 1 }]] : []
    expect(vi.mocked(countMetrics).mock.calls).toEqual(counts)
    expect(stored()).not.toHaveProperty('last_sign_in_at')
  })
})

describe('the end of all sessions', () => {
  test('changes nothing about a deleted account', async () => {
    const { caller, sessions, stored } = await anAccount('deleted')
    const before = JSON.stringify(stored())
    await sessions.end(caller.userId, { validAfter: now, signInId: 'sign-in' })
    await sessions.recordSignIn(caller.userId, now)
    expect(JSON.stringify(stored())).toBe(before)
  })

  test('creates no profile for an unknown account', async () => {
    const { table, sessions } = await anAccount()
    await sessions.end('unknown', { validAfter: now, signInId: undefined })
    await sessions.recordSignIn('unknown', now)
    expect(await table.list(keys.profile('unknown').pk, '')).toEqual([])
  })

  test('never moves back when a slow request ends them after a later one', async () => {
    const { caller, sessions, table } = await anAccount()
    const later = new Date(now.getTime() + 5000)
    await sessions.end(caller.userId, { validAfter: later, signInId: 'second sign-in' })
    await sessions.end(caller.userId, { validAfter: now, signInId: 'first sign-in' })
    expect((await findAccount(table, caller.userId))?.profile.tokens_valid_after).toBe(later.toISOString())
    const latest = new Date(later.getTime() + 1)
    await sessions.end(caller.userId, { validAfter: latest, signInId: 'third sign-in' })
    expect((await findAccount(table, caller.userId))?.profile.tokens_valid_after).toBe(latest.toISOString())
  })

  test.each(['with an earlier end', 'without one'])(
    'counts from the later time if two overlap, for an account %s',
    async (state) => {
      const { caller, sessions, table } = await anAccount()
      const [first, later] = [now, new Date(now.getTime() + 5000)]
      if (state === 'with an earlier end')
        await sessions.end(caller.userId, { validAfter: new Date(now.getTime() - 9000), signInId: undefined })
      const transact = table.transact.bind(table)
      table.transact = async (...writes) => {
        table.transact = transact
        await sessions.end(caller.userId, { validAfter: later, signInId: 'second sign-in' })
        return transact(...writes)
      }
      await sessions.end(caller.userId, { validAfter: first, signInId: 'first sign-in' })
      expect((await findAccount(table, caller.userId))?.profile.tokens_valid_after).toBe(later.toISOString())
    },
  )

  test('leaves the tombstone of an account that is deleted at the same moment', async () => {
    const { caller, sessions, table, stored } = await anAccount()
    const tombstone = { entity: 'tombstone', user_id: caller.userId, deleted_at: now.toISOString() }
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      table.transact = transact
      await table.put(keys.profile(caller.userId), tombstone)
      return transact(...writes)
    }
    await sessions.end(caller.userId, { validAfter: now, signInId: 'sign-in' })
    expect(stored()).not.toHaveProperty('tokens_valid_after')
  })

  test('counts from the next second if the last sign-in was within two seconds', async () => {
    const { caller } = await anAccount()
    const after = (milliseconds: number | undefined) => {
      const signedIn =
        milliseconds === undefined
          ? {}
          : { last_sign_in_at: new Date(now.getTime() - milliseconds).toISOString() }
      return sessionsValidAfter({ ...caller.profile, ...signedIn }, now).toISOString()
    }
    expect(after(undefined)).toBe(now.toISOString())
    expect(after(2001)).toBe(now.toISOString())
    expect(after(2000)).toBe('2026-03-01T10:00:01.000Z')
    expect(after(0)).toBe('2026-03-01T10:00:01.000Z')
  })
})

describe('a password that was set', () => {
  test('is not recorded without a change that has begun', async () => {
    const { caller, sessions, stored } = await anAccount()
    await sessions.recordPasswordSet(caller.userId)
    expect(stored()).not.toHaveProperty('password_change_set')
  })

  test('is not recorded for a deleted account', async () => {
    const { caller, table, sessions, stored } = await anAccount()
    const key = keys.profile(caller.userId)
    const tombstone = { entity: 'tombstone', user_id: caller.userId, deleted_at: now.toISOString() }
    await table.put(key, { ...tombstone, password_change_started_at: now.toISOString() })
    await sessions.recordPasswordSet(caller.userId)
    expect(stored()).not.toHaveProperty('password_change_set')
  })
})

describe('update-password', () => {
  const goodPassword = 'Seven-lanterns-at-dusk'

  const aChange = async (signedInSecondsAgo = 0, isCurrent = false) => {
    const { table, caller } = await anAccount()
    const changes: string[] = []
    const links = linkRepository(table)
    const send = (password: string) =>
      callInMemory(
        updatePassword,
        update,
        {
          caller: {
            ...caller,
            signedInAtSeconds: now.getTime() / 1000 - signedInSecondsAgo,
          } satisfies Caller,
          body: { password },
          now,
        },
        {
          links,
          sessions: sessionRepository(table),
          passkeys: passkeyRepository(table),
          userPool: {
            setPassword: async () => changes.push('password') > 0,
            signOutEverywhere: async () => void changes.push('signed out'),
          },
          isCurrentPassword: async () => isCurrent,
          siteUrl: 'https://advice.example',
          clock: () => now,
        },
      )
    return { table, links, caller, send, changes, account: () => findAccount(table, caller.userId) }
  }

  test('ends all sessions before and after it sets the password', async () => {
    const { send, changes, account } = await aChange(recentSignInSeconds)
    expect(await send(goodPassword)).toEqual({ status: 200, body: { success: true } })
    expect(changes).toEqual(['signed out', 'password', 'signed out'])
    expect((await account())?.profile.tokens_valid_after).toBe('2026-03-01T10:00:01.000Z')
  })

  test('deletes the links that give access to the account', async () => {
    const { table, links, caller, send } = await aChange()
    const { userId, profile } = caller
    const tokens: string[] = []
    for (const type of ['recovery', 'magiclink', 'emailchange'] as const) {
      const link = links.issue({ type, userId, email: profile.email, name: '', redirect: '/', now })
      await table.transact(link.write)
      tokens.push(readLink(`https://advice.example${link.path}`).token)
    }
    expect(await links.find(tokens[0] ?? '', 'recovery', now)).toBeDefined()
    await send(goodPassword)
    for (const [at, type] of (['recovery', 'magiclink', 'emailchange'] as const).entries())
      expect(await links.find(tokens[at] ?? '', type, now)).toBeUndefined()
  })

  test('emails the account once, without the password', async () => {
    const { table, caller, send } = await aChange()
    await send(goodPassword)
    const emails = await table.listByIndex(keys.emailsTo(caller.profile.email, '').gsi1pk)
    expect(emails).toMatchObject([{ content: { template: 'password-changed' } }])
    expect(JSON.stringify(emails)).not.toContain(goodPassword)
  })

  test.each([
    ['five5', 'validation_failed', 'Password must be at least 6 characters'],
    ['', 'validation_failed', 'Password must be at least 6 characters'],
    ['password', 'password_too_weak', 'Password is too weak. Please choose a stronger password.'],
    ['      ', 'validation_failed', 'Password cannot begin or end with a space'],
    ['lantern\n-42', 'validation_failed', 'Password cannot contain control characters'],
  ] as const)('rejects "%s" with a message', async (password, code, message) => {
    const { send, changes } = await aChange()
    expect(await send(password)).toMatchObject(apiError(code, message))
    expect(changes).toEqual([])
  })

  test.each([
    ['recent_sign_in_needed', recentSignInSeconds + 1, goodPassword, false],
    ['password_too_weak', 0, 'password1', false],
    ['password_unchanged', 0, goodPassword, true],
  ] as const)('returns %s and changes nothing', async (code, seconds, password, isCurrent) => {
    const { send, changes, account } = await aChange(seconds, isCurrent)
    expect(await send(password)).toMatchObject(apiError(code))
    expect(changes).toEqual([])
    expect((await account())?.profile.tokens_valid_after).toBeUndefined()
  })
})
