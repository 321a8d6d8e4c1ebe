import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { updatePassword } from '#shared/contract/identity.ts'
import { findAccount } from '#platform/account/account.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { passkeyRepository } from '#services/passkeys/public.ts'
import { authenticateInMemory } from '#test/kit/in-memory/authenticate.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'
import { linkRepository } from '../link.repository.ts'
import { sessionRepository } from '../session.repository.ts'
import { handle } from './handler.ts'

// The time is in the past, because the operation waits until the next second after it.
const now = new Date('2026-03-01T10:05:00.000Z')

const newPassword = 'Seven-lanterns-at-dusk'

type Step = 'removal' | 'sign-out' | 'password' | 'end'

/**
 * An account with two passkeys. `during` runs while the password is being set. The step `failing` does its work once
 * and then fails, as a function does that is ended at this point.
 */
const anAccount = async ({
  during = async () => undefined,
  failing,
}: { readonly during?: () => Promise<unknown>; readonly failing?: Step } = {}) => {
  const passkeys = await passkeysInMemory()
  // Five minutes before the change.
  passkeys.passSeconds(-365 * 24 * 3600)
  const { world, owner, add, authenticator, stored } = passkeys
  const { table } = world
  for (const name of ['Work laptop', 'Phone']) {
    await add(authenticator(), { name })
    passkeys.passSeconds(1)
  }
  const sessions = sessionRepository(table)
  const repository = passkeyRepository(table)
  const pool = { password: 'Old-lantern-1', refreshTokens: 0, hasUser: true }
  const clock = { now }
  let left = failing
  const afterwards = (step: Step): void => {
    if (left !== step) return
    left = undefined
    throw new Error('ended')
  }
  const deps = {
    sessions: {
      ...sessions,
      endAfterPasswordChange: async (...args: Parameters<typeof sessions.endAfterPasswordChange>) => {
        // Fails before the transaction, because nothing is left to do after it.
        afterwards('end')
        await sessions.endAfterPasswordChange(...args)
      },
    },
    links: linkRepository(table),
    passkeys: {
      list: repository.list,
      removeAll: async (userId: string) => {
        await repository.removeAll(userId)
        afterwards('removal')
      },
    },
    userPool: {
      setPassword: async (_: string, password: string) => {
        await during()
        if (!pool.hasUser) return false
        pool.password = password
        afterwards('password')
        return true
      },
      signOutEverywhere: async () => {
        pool.refreshTokens = 0
        afterwards('sign-out')
      },
    },
    isCurrentPassword: async (_: string, password: string) => password === pool.password,
    siteUrl: 'https://advice.example',
    clock: () => clock.now,
  }
  const profile = async () => (await findAccount(table, owner.userId))?.profile ?? owner.profile
  const change = async (changes: object = {}, at = now) => {
    clock.now = at
    const caller = { ...owner, profile: await profile(), signedInAtSeconds: at.getTime() / 1000 }
    const body = { password: newPassword, ...changes }
    return callInMemory(updatePassword, handle, { caller, body, now: at }, deps)
  }
  /** Returns which passkeys the email about the new password names. */
  const emailed = async () =>
    (await table.listByIndex(keys.emailsTo(owner.profile.email, '').gsi1pk)).flatMap((item) => {
      const { content } = outboxRecord.parse(item)
      return content?.template === 'password-changed' ? [content.passkeys] : []
    })
  const names = async () => (await stored()).map(({ name }) => name)
  /** Signs in some seconds later. Returns a request with the access token of this sign-in. */
  const signInAfter = (seconds: number) => {
    const at = new Date(clock.now.getTime() + seconds * 1000)
    clock.now = at
    pool.refreshTokens += 1
    return () => authenticateInMemory(table, owner.userId, at)
  }
  return { ...passkeys, pool, change, emailed, profile, names, signInAfter }
}

const ok = { status: 200, body: { success: true } }
const unchanged = { status: 400, body: { error: { code: 'password_unchanged' } } }
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('update-password', () => {
  test('keeps passkeys, and names them in its email', async () => {
    const { change, emailed, names } = await anAccount()
    expect(await change()).toEqual(ok)
    expect(await names()).toEqual(['Work laptop', 'Phone'])
    expect(await emailed()).toEqual([{ removed: [], kept: ['Work laptop', 'Phone'] }])
  })

  test('removes the passkeys of this account when it is asked to, and names them in its email', async () => {
    const { change, emailed, names, add, authenticator, world, stored, signIn } = await anAccount()
    const [other, phone] = [await world.account(), authenticator()]
    await add(phone, { caller: other })
    expect(await change({ remove_passkeys: true })).toEqual(ok)
    expect(await names()).toEqual([])
    expect(await emailed()).toEqual([{ removed: ['Work laptop', 'Phone'], kept: [] }])
    expect(await stored(other)).toHaveLength(1)
    expect(await signIn(phone)).toMatchObject({ status: 200 })
  })

  test.each([true, false])(
    'prevents that a passkey is added while the password is being set (removes passkeys: %s)',
    async (remove_passkeys) => {
      const added: unknown[] = []
      const account = await anAccount({
        during: async () => added.push(await account.add(account.authenticator())),
      })
      expect(await account.change({ remove_passkeys })).toEqual(ok)
      expect(added).toMatchObject([{ status: 400, body: { error: { code: 'passkey_not_created' } } }])
      expect(await account.names()).toEqual(remove_passkeys ? [] : ['Work laptop', 'Phone'])
    },
  )

  test('prevents a session that it ended from adding a passkey', async () => {
    const { change, add, authenticator, names } = await anAccount()
    await change({ remove_passkeys: true })
    // The request of the ended session was authenticated before the password changed.
    expect(await add(authenticator())).toMatchObject({
      status: 400,
      body: { error: { code: 'passkey_not_created' } },
    })
    expect(await names()).toEqual([])
  })
})

describe('a deletion of the account at the same time', () => {
  test.each(['before the change begins', 'while the password is set'])(
    'rejects the change, and no email states a new password: %s',
    async (time) => {
      const isBefore = time === 'before the change begins'
      const remove = async () => {
        // The user in the pool is deleted after the account.
        account.pool.hasUser = isBefore
        const { userId } = account.owner
        const tombstone = { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }
        await account.world.table.transact(put(keys.profile(userId), tombstone))
      }
      const account = await anAccount({ during: isBefore ? undefined : remove })
      const { change } = account
      if (isBefore) await remove()
      expect(await change()).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
      expect(account.pool.password).toBe('Old-lantern-1')
      expect(await account.emailed()).toEqual([])
    },
  )
})

describe('a later end of all sessions', () => {
  test('still counts after a slow change of password, which is completed', async () => {
    const later = minutesLater(2)
    const account = await anAccount({
      during: async () =>
        sessionRepository(account.world.table).end(account.owner.userId, {
          validAfter: later,
          signInId: 'other',
        }),
    })
    expect(await account.change()).toEqual(ok)
    const profile = await account.profile()
    expect(profile).toMatchObject({
      tokens_valid_after: later.toISOString(),
      password_changed_at: later.toISOString(),
    })
    expect(profile).not.toHaveProperty('password_change_started_at')
  })
})

describe('a sign-in with the old password, while the new one is being set,', () => {
  test.each([0, 0.4, 3])('is ended, %s seconds after the request', async (seconds) => {
    const requests: (() => Promise<unknown>)[] = []
    const account = await anAccount({
      during: async () => requests.push(account.signInAfter(seconds)),
    })
    expect(await account.change()).toEqual(ok)
    expect(account.pool.refreshTokens).toBe(0)
    for (const request of requests) await expect(request()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(requests).toHaveLength(1)
  })

  test('is ended, unlike one with the new password a second later', async () => {
    const account = await anAccount()
    await account.change()
    expect(await account.signInAfter(1)()).toMatchObject({ userId: account.owner.userId })
    expect(account.pool.refreshTokens).toBe(1)
  })
})

describe('a repeat of update-password', () => {
  test.each(['removal', 'sign-out', 'end'] as const)(
    'completes one that ended after this step: %s',
    async (failing) => {
      const { change, pool, emailed, names, profile } = await anAccount({ failing })
      await expect(change({ remove_passkeys: true })).rejects.toThrow('ended')
      expect(await emailed()).toEqual([])
      expect(await change({ remove_passkeys: true }, minutesLater(1))).toEqual(ok)
      expect(pool.password).toBe(newPassword)
      expect(await names()).toEqual([])
      expect(await emailed()).toEqual([{ removed: ['Work laptop', 'Phone'], kept: [] }])
      expect((await profile()).tokens_valid_after).toBe('2026-03-01T10:06:01.000Z')
      expect(await change({}, minutesLater(2))).toMatchObject(unchanged)
    },
  )

  test.each(['removal', 'sign-out', 'password'] as const)(
    'is rejected for the current password if none is known to be set, after this step: %s',
    async (failing) => {
      const { change, pool, emailed, profile } = await anAccount({ failing })
      await expect(change({ remove_passkeys: true })).rejects.toThrow('ended')
      expect(await change({ password: pool.password }, minutesLater(1))).toMatchObject(unchanged)
      expect(await emailed()).toEqual([])
      expect(await profile()).not.toHaveProperty('tokens_valid_after')
    },
  )

  test('completes the removal of passkeys, even if it does not ask for it', async () => {
    const { change, emailed } = await anAccount({ failing: 'removal' })
    await expect(change({ remove_passkeys: true })).rejects.toThrow('ended')
    expect(await change({ remove_passkeys: false }, minutesLater(1))).toEqual(ok)
    expect(await emailed()).toEqual([{ removed: ['Work laptop', 'Phone'], kept: [] }])
  })

  test('is not needed when another request has completed a change in the meantime', async () => {
    const others: Promise<unknown>[] = []
    const account = await anAccount({
      during: async () => {
        if (others.length > 0) return
        others.push(account.change({ password: 'Nine-boats-at-dawn' }))
        await others[0]
      },
    })
    expect(await account.change()).toEqual(ok)
    expect(await Promise.all(others)).toEqual([ok])
    expect(await account.profile()).not.toHaveProperty('password_change_started_at')
  })

  test('sends one email and ends the sessions when it arrives while the password is set', async () => {
    let second: unknown
    const account = await anAccount({
      during: async () => {
        account.pool.password = newPassword
        second = await account.change()
      },
    })
    expect(await account.change()).toEqual(ok)
    expect(second).toMatchObject(unchanged)
    expect(await account.emailed()).toHaveLength(1)
    expect((await account.profile()).tokens_valid_after).toBe('2026-03-01T10:05:01.000Z')
  })

  test('sets another password, with an email of its own', async () => {
    const { change, pool, emailed } = await anAccount({ failing: 'end' })
    await expect(change()).rejects.toThrow('ended')
    expect(await change({ password: 'Nine-boats-at-dawn' }, minutesLater(1))).toEqual(ok)
    expect(pool.password).toBe('Nine-boats-at-dawn')
    expect(await emailed()).toHaveLength(1)
  })

  test('is rejected after an hour, when all sessions of the old password have ended', async () => {
    const { change, add, authenticator, passSeconds } = await anAccount({ failing: 'end' })
    await expect(change()).rejects.toThrow('ended')
    expect(await change({}, minutesLater(61))).toMatchObject(unchanged)
    passSeconds(2 * 3600)
    expect(await add(authenticator())).toMatchObject({ status: 200 })
  })
})
