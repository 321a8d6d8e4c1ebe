import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { confirmSecondFactor, getSecondFactor, setUpSecondFactor } from '#shared/contract/second-factor.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { findAccount } from '#platform/account/account.ts'
import { auditPrefix, keys } from '#platform/table/keys.ts'
import { totpCode } from '#platform/totp.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { handle as confirm } from './confirm-second-factor/handler.ts'
import { handle as get } from './get-second-factor/handler.ts'
import { secondFactorRepository } from './second-factor.repository.ts'
import { handle as setUp } from './set-up-second-factor/handler.ts'

const start = new Date('2027-03-01T10:00:10Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

const anAdmin = async () => {
  const world = inMemory({ now: start })
  const factors = secondFactorRepository(world.table)
  const deps = { factors, readSecret: async () => 'a stage secret' }
  const account = await world.account({ email: 'avery@admin.example' })
  /** Returns the admin as the caller of a request after a sign-in, with the step-ups stored so far. */
  const after = async (signIn: string): Promise<Caller> => ({
    ...account,
    ...(await findAccount(world.table, account.userId)),
    signInId: signIn,
  })
  return {
    factors,
    table: world.table,
    userId: account.userId,
    after,
    setUp: async (signIn: string, now = start) =>
      callInMemory(setUpSecondFactor, setUp, { caller: await after(signIn), now }, deps),
    enter: async (signIn: string, code: string, now = start) =>
      callInMemory(confirmSecondFactor, confirm, { caller: await after(signIn), body: { code }, now }, deps),
    state: async (signIn: string, now = start) =>
      (await callInMemory(getSecondFactor, get, { caller: await after(signIn), now }, deps)).body,
    audited: () => world.table.list(keys.profile(account.userId).pk, auditPrefix),
    stored: () => JSON.stringify(world.database.all()),
  }
}

/** Returns an admin who has set up an authenticator app at `start`, with its key. */
const anAdminWithApp = async () => {
  const admin = await anAdmin()
  const { body } = await admin.setUp('first')
  const key = 'key' in body ? body.key : ''
  expect(await admin.enter('first', totpCode(key, start))).toMatchObject({ status: 200 })
  return { ...admin, key }
}

describe('set-up-second-factor', () => {
  test('returns a key and its link, and stores the key encrypted', async () => {
    const { setUp, stored } = await anAdmin()
    const { status, body } = await setUp('first')
    expect([status, body]).toEqual([
      200,
      {
        key: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(
          /^otpauth:\/\/totp\/.*avery%40admin\.example\?secret=[A-Z2-7]{32}&issuer=/,
        ),
      },
    ])
    expect(stored()).not.toContain('key' in body ? body.key : undefined)
  })

  test('returns the same key when it is sent twice by one sign-in, and a new one to another', async () => {
    const { setUp, enter, stored } = await anAdmin()
    const { body: first } = await setUp('first')
    const before = stored()
    expect((await setUp('first')).body).toEqual(first)
    expect(stored()).toBe(before)
    const { body: second } = await setUp('second')
    expect(second).not.toEqual(first)
    const code = totpCode('key' in first ? first.key : '', start)
    expect(await enter('first', code)).toMatchObject(apiError('second_factor_not_set_up'))
  })

  test('returns one key to overlapping requests of a sign-in', async () => {
    const { setUp, enter, table } = await anAdmin()
    forceOverlap(table, 2)
    const [first, second] = await Promise.all([setUp('first'), setUp('first')])
    expect(first.body).toEqual(second.body)
    const key = 'key' in first.body ? first.body.key : ''
    expect(await enter('first', totpCode(key, start))).toMatchObject({ status: 200 })
  })

  test('gives two sign-ins that overlap one valid key', async () => {
    const { setUp, enter, table } = await anAdmin()
    forceOverlap(table, 2)
    const signIns = ['first', 'second']
    const keys = (await Promise.all(signIns.map((signIn) => setUp(signIn)))).map(({ body }) =>
      'key' in body ? body.key : '',
    )
    const codes = keys.map((key) => totpCode(key, start))
    const outcomes = []
    for (const [index, signIn] of signIns.entries())
      outcomes.push((await enter(signIn, String(codes[index]))).status)
    expect(outcomes.toSorted()).toEqual([200, 409])
  })

  test('rejects an admin who has an app', async () => {
    const { setUp } = await anAdminWithApp()
    for (const signIn of ['first', 'second'])
      expect(await setUp(signIn)).toMatchObject(apiError('second_factor_already_set_up'))
  })

  test('rejects a token that does not name its sign-in', async () => {
    const { after } = await anAdmin()
    const caller = { ...(await after('first')), signInId: undefined }
    const deps = { factors: { find: expect.fail, create: expect.fail }, readSecret: async () => '' }
    const reply = await callInMemory(setUpSecondFactor, setUp, { caller, now: start }, deps)
    expect(reply).toMatchObject(apiError('unauthorized'))
  })
})

describe('confirm-second-factor', () => {
  test('accepts the first code, completes the set-up and audits it once', async () => {
    const { state, audited, enter, key } = await anAdminWithApp()
    expect(await state('first')).toEqual({ is_set_up: true, valid_until: '2027-03-01T22:00:10.000Z' })
    await enter('first', totpCode(key, later(30)), later(30))
    expect(await audited()).toMatchObject([{ action: 'second-factor-set-up', actor_kind: 'admin' }])
  })

  test.each([
    ['of the 30 seconds before', -30],
    ['of the 30 seconds after', 30],
  ])('accepts the code %s', async (_which, seconds) => {
    const { enter, key } = await anAdminWithApp()
    expect(await enter('next', totpCode(key, later(300 + seconds)), later(300))).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['that is two steps old', -60],
    ['of two steps later', 60],
  ])('rejects a code %s', async (_which, seconds) => {
    const { enter, key } = await anAdminWithApp()
    const code = totpCode(key, later(300 + seconds))
    expect(await enter('next', code, later(300))).toMatchObject(apiError('code_rejected'))
  })

  test('accepts a code once, even in another session, and no earlier code afterwards', async () => {
    const { enter, key, state } = await anAdminWithApp()
    for (const signIn of ['first', 'second'])
      expect(await enter(signIn, totpCode(key, start))).toMatchObject(apiError('code_rejected'))
    expect(await enter('second', totpCode(key, later(-30)))).toMatchObject(apiError('code_rejected'))
    expect(await state('second')).toEqual({ is_set_up: true, valid_until: null })
  })

  test('accepts one of several concurrent requests with the same code', async () => {
    const { enter, key, table } = await anAdminWithApp()
    const code = totpCode(key, later(60))
    forceOverlap(table, 3)
    const replies = await Promise.all(['a', 'b', 'c'].map((signIn) => enter(signIn, code, later(60))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test.each(['', '12345', '1234567', '12345a', ' 123456', '١٢٣٤٥٦'])(
    'rejects %j as malformed',
    async (code) => {
      const { enter } = await anAdminWithApp()
      expect(await enter('first', code)).toMatchObject(apiError('validation_failed', 'Please enter 6 digits'))
    },
  )

  test('rejects an admin without an app', async () => {
    const { enter } = await anAdmin()
    expect(await enter('first', '123456')).toMatchObject(apiError('second_factor_not_set_up'))
  })

  test('rejects a code of an app that was reset while it was checked', async () => {
    const { factors, userId, after, key, state } = await anAdminWithApp()
    const resetDuringCheck: typeof factors = {
      ...factors,
      find: async (id) => {
        const found = await factors.find(id)
        await factors.remove(id)
        return found
      },
    }
    const request = { caller: await after('next'), body: { code: totpCode(key, later(60)) }, now: later(60) }
    const deps = { factors: resetDuringCheck, readSecret: async () => 'a stage secret' }
    expect(await callInMemory(confirmSecondFactor, confirm, request, deps)).toMatchObject(
      apiError('code_rejected'),
    )
    expect(await factors.find(userId)).toBeUndefined()
    expect(await state('first')).toEqual({ is_set_up: false, valid_until: null })
  })
})

describe('get-second-factor', () => {
  test('reports an app as missing until its first code', async () => {
    const { setUp, state } = await anAdmin()
    expect(await state('first')).toEqual({ is_set_up: false, valid_until: null })
    await setUp('first')
    expect(await state('first')).toEqual({ is_set_up: false, valid_until: null })
  })

  test('reports a step-up to its own sign-in only, for 12 hours', async () => {
    const { state } = await anAdminWithApp()
    const almost = later(12 * 3600 - 1)
    expect(await state('first', almost)).toMatchObject({ valid_until: expect.any(String) })
    expect(await state('first', later(12 * 3600))).toEqual({ is_set_up: true, valid_until: null })
    expect(await state('second')).toEqual({ is_set_up: true, valid_until: null })
  })
})
