import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { findAccount, isDeleted } from '#platform/account/account.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import type { Login } from '#platform/user-pool/logins.ts'
import { contactRepository } from '#services/contact/public.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { deletionDependencies } from '../deletion-dependencies.ts'
import { knownUserIds } from '../orphaned-logins.ts'
import { type Dependencies, handle } from './handler.ts'

const now = new Date('2027-03-01T03:15:00Z')

const aLogin = (userId: string, facts: Partial<Login> = {}): Login => ({
  userId,
  createdAt: new Date(now.getTime() - 24 * 3600_000),
  hasAddress: true,
  ...facts,
})

/** Creates accounts of which the last `withoutLogin` have lost their login. */
const aStage = async ({ accounts, withoutLogin }: { accounts: number; withoutLogin: number }) => {
  const world = inMemory({ now })
  const ids: string[] = []
  for (let count = 0; count < accounts; count += 1) ids.push((await world.account()).userId)
  const deletedAtStripe: string[] = []
  const deps: Dependencies = {
    ...deletionDependencies(world.table),
    forgetChatVisitor: async () => undefined,
    userPool: { delete: async () => undefined },
    adminIds: async () => [],
    repayBeforeDeletion: async () => undefined,
    stripeCustomers: {
      find: async ({ userId }) => ({ customers: [`cus_${userId}`], subscriptions: [] }),
      delete: async ({ customers }) => void deletedAtStripe.push(...customers),
      isAnyDeleted: async () => false,
      listCreatedSince: async () => [],
    },
    accountIds: async () => ids,
    knownUserIds: knownUserIds(world.table),
    logins: {
      list: async () => ids.slice(0, accounts - withoutLogin).map((userId) => aLogin(userId)),
      exists: async (id) => ids.indexOf(id) < accounts - withoutLogin,
    },
  }
  const closed = async () => {
    const deleted = await Promise.all(ids.map((id) => isDeleted(world.table, id)))
    return ids.filter((_, index) => deleted[index])
  }
  return {
    ids,
    deps,
    deletedAtStripe,
    closed,
    table: world.table,
    run: (event: object = {}) => handle(event, deps, now),
  }
}

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

/** Returns the counts that the last run wrote for alarms. */
const metrics = () => vi.mocked(countMetrics).mock.lastCall?.[0]

describe('close-accounts-without-login', () => {
  test('closes an account without a login, with its customer at Stripe, and no other', async () => {
    const { ids, run, closed, deletedAtStripe } = await aStage({ accounts: 3, withoutLogin: 1 })
    expect(await run()).toEqual({ closed: 1, orphaned: 0, left: 0, failed: 0 })
    expect(await closed()).toEqual([ids[2]])
    expect(deletedAtStripe).toEqual([`cus_${ids[2]}`])
  })

  test('deletes what arrived while it listed the logins', async () => {
    const { deps, ids, table } = await aStage({ accounts: 1, withoutLogin: 1 })
    const list = async () => {
      await sleep(20)
      return []
    }
    const email = (await findAccount(table, ids[0] ?? ''))?.profile.email ?? ''
    const message = { name: 'Robin Sample', email, subject: 'Late', message: 'A question' }
    await contactRepository(table).receive(message, new Date(now.getTime() + 10))
    await handle({}, { ...deps, logins: { ...deps.logins, list } }, now)
    expect(await contactRepository(table).listFrom(email)).toEqual([])
  })

  test('closes nothing more when it runs again', async () => {
    const { run, deletedAtStripe } = await aStage({ accounts: 2, withoutLogin: 1 })
    await run()
    expect(await run()).toEqual({ closed: 0, orphaned: 0, left: 0, failed: 0 })
    expect(deletedAtStripe).toHaveLength(1)
  })

  test('keeps an account whose login was created after the logins were listed', async () => {
    const { deps, closed } = await aStage({ accounts: 2, withoutLogin: 1 })
    const late = { ...deps, logins: { ...deps.logins, exists: async () => true } }
    expect(await handle({}, late, now)).toEqual({ closed: 0, orphaned: 0, left: 0, failed: 0 })
    expect(await closed()).toEqual([])
  })

  test('closes twenty accounts in one run', async () => {
    const { run } = await aStage({ accounts: 21, withoutLogin: 20 })
    expect(await run()).toEqual({ closed: 20, orphaned: 0, left: 0, failed: 0 })
  })

  test('keeps the account of the last admin, and reports it', async () => {
    const { ids, deps, closed } = await aStage({ accounts: 2, withoutLogin: 1 })
    const lastAdmin = { ...deps, adminIds: async () => ids.slice(1) }
    expect(await handle({}, lastAdmin, now)).toEqual({ closed: 0, orphaned: 0, left: 0, failed: 1 })
    expect(await closed()).toEqual([])
  })

  test('closes no account when more than twenty logins are missing at the same time, and raises its own alarm', async () => {
    const { run, closed } = await aStage({ accounts: 22, withoutLogin: 21 })
    expect(await run()).toEqual({ closed: 0, orphaned: 0, left: 21, failed: 0 })
    expect(metrics()).toEqual({ MissingLogins: 21, DeletionFailures: 0 })
    expect(await closed()).toEqual([])
  })

  test('logs the numbers when too many logins are missing, and only then', async () => {
    const errors = vi.spyOn(log, 'error')
    await (await aStage({ accounts: 2, withoutLogin: 1 })).run()
    expect(errors).not.toHaveBeenCalled()
    await (await aStage({ accounts: 22, withoutLogin: 21 })).run()
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('too many'), { missing: 21, confirmed: 0 })
    errors.mockRestore()
  })

  test('lists the accounts for an operator, and closes none', async () => {
    const { ids, run, closed } = await aStage({ accounts: 22, withoutLogin: 21 })
    expect(await run({ list: true })).toEqual({ accounts: 22, logins: 1, missing: ids.slice(1) })
    expect(await closed()).toEqual([])
  })

  test('closes as many accounts as an operator has confirmed', async () => {
    const { ids, run, closed } = await aStage({ accounts: 22, withoutLogin: 21 })
    expect(await run({ confirmed: 21 })).toEqual({ closed: 21, orphaned: 0, left: 0, failed: 0 })
    expect(metrics()).toEqual({ MissingLogins: 0, DeletionFailures: 0 })
    expect(await closed()).toEqual(ids.slice(1))
  })

  test('closes no account when more logins are missing than an operator has confirmed', async () => {
    const { run, closed } = await aStage({ accounts: 24, withoutLogin: 23 })
    expect(await run({ confirmed: 22 })).toMatchObject({ closed: 0, left: 23 })
    expect(await closed()).toEqual([])
  })

  test('leaves accounts to the next run after a hundred confirmed ones', async () => {
    const { deps } = await aStage({ accounts: 103, withoutLogin: 102 })
    let asked = 0
    // Every login exists again when it is checked: closing a hundred accounts would take ten seconds.
    const exists = async () => (asked += 1) > 0
    const report = await handle({ confirmed: 102 }, { ...deps, logins: { ...deps.logins, exists } }, now)
    expect(report).toMatchObject({ left: 2 })
    expect(asked).toBe(100)
  })

  test('stops before Lambda ends the run, and leaves the other accounts to the next one', async () => {
    const { ids, deps, closed } = await aStage({ accounts: 3, withoutLogin: 3 })
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const slowly = async () => {
      elapsedMs += 400_000
    }
    const slow = { ...deps, repayBeforeDeletion: slowly }
    expect(await handle({}, slow, now)).toEqual({ closed: 2, orphaned: 0, left: 1, failed: 0 })
    time.mockRestore()
    expect(await closed()).toEqual(ids.slice(0, 2))
  })

  test('counts an account that could not be closed, and closes the others', async () => {
    const { ids, deps, closed } = await aStage({ accounts: 3, withoutLogin: 2 })
    const failing = {
      ...deps,
      repayBeforeDeletion: async () => undefined,
      stripeCustomers: {
        ...deps.stripeCustomers,
        find: async ({ userId }: { userId: string }) => {
          if (userId === ids[1]) throw new Error('Stripe is down')
          return { customers: [], subscriptions: [] }
        },
      },
    }
    expect(await handle({}, failing, now)).toEqual({ closed: 1, orphaned: 0, left: 0, failed: 1 })
    expect(await closed()).toEqual([ids[2]])
  })

  test('deletes a login whose sign-up failed before it was stored, and no other', async () => {
    const { ids, deps } = await aStage({ accounts: 1, withoutLogin: 0 })
    const deleted: string[] = []
    const list = async () => [
      aLogin('orphan', { hasAddress: false }),
      aLogin('in progress', { hasAddress: false, createdAt: now }),
      aLogin('an hour old', { hasAddress: false, createdAt: new Date(now.getTime() - 3600_000) }),
      aLogin(ids[0] ?? '', { hasAddress: false }),
      aLogin('with an address'),
    ]
    const userPool = { delete: async (userId: string) => void deleted.push(userId) }
    const stage = { ...deps, userPool, logins: { ...deps.logins, list } }
    expect(await handle({}, stage, now)).toEqual({ closed: 0, orphaned: 1, left: 0, failed: 0 })
    expect(deleted).toEqual(['orphan'])
    const failing = async () => {
      throw new Error('TooManyRequestsException')
    }
    expect(await handle({}, { ...stage, userPool: { delete: failing } }, now)).toMatchObject({ failed: 1 })
  })

  test('stops deleting logins before Lambda ends the run, and leaves the others to the next one', async () => {
    const { deps } = await aStage({ accounts: 1, withoutLogin: 0 })
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const deleted: string[] = []
    const list = async () =>
      ['first', 'second', 'third'].map((userId) => aLogin(userId, { hasAddress: false }))
    const userPool = {
      delete: async (userId: string) => {
        elapsedMs += 400_000
        deleted.push(userId)
      },
    }
    const stage = { ...deps, userPool, accountIds: async () => [], logins: { ...deps.logins, list } }
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    expect(await handle({}, stage, now)).toEqual({ closed: 0, orphaned: 2, left: 0, failed: 0 })
    time.mockRestore()
    expect(deleted).toEqual(['first', 'second'])
    expect(warn).toHaveBeenCalledExactlyOnceWith('logins without an account left to the next run', {
      left: 1,
    })
  })

  test('deletes the other logins when one cannot be deleted', async () => {
    const { deps } = await aStage({ accounts: 1, withoutLogin: 0 })
    const list = async () =>
      ['stuck', 'second', 'third'].map((userId) => aLogin(userId, { hasAddress: false }))
    const userPool = {
      delete: async (userId: string) => {
        if (userId === 'stuck') throw new Error('InternalErrorException')
      },
    }
    const stage = { ...deps, userPool, accountIds: async () => [], logins: { ...deps.logins, list } }
    const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
    expect(await handle({}, stage, now)).toEqual({ closed: 0, orphaned: 2, left: 0, failed: 1 })
    expect(warn).not.toHaveBeenCalled()
  })
})
