import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { findAccount } from '#platform/account/account.ts'
import { ApiError } from '#platform/api-error.ts'
import { keys } from '#platform/table/keys.ts'
import { put, update } from '#platform/table/write.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { adminDeletionRepository } from './admin-deletion.repository.ts'
import { continueDeletion, deleteAccount, repeatDeletion } from './delete-account.ts'
import { deletionRepository } from './deletion.repository.ts'
import { expiredItemRepository } from './expired-item.repository.ts'
import { retainedRecordsRepository } from './retained-records.repository.ts'

const now = new Date('2026-03-02T11:00:00.000Z')

/** An account with or without a customer at Stripe, which may belong to an admin. */
const anAccount = async ({ customer, admins = [] }: { customer?: string; admins?: string[] } = {}) => {
  const { table, database, account } = inMemory({ now })
  const { deps, stripe } = accountDeletionInMemory(table)
  const facts = customer === undefined ? {} : { plan: 'monthly' as const, stripeCustomerId: customer }
  const { userId, profile } = await account(facts)
  const find = async () => {
    const found = await findAccount(table, userId)
    if (found === undefined) throw new Error('no account')
    return found
  }
  return {
    table,
    stripe,
    profile,
    userId,
    find,
    deletions: deletionRepository(table),
    deps: { ...deps, adminIds: async () => admins.map((id) => (id === 'self' ? userId : id)) },
    entities: () => database.all().map(({ entity }) => entity?.['S']),
    stored: (entity: string) => database.all().find((item) => item['entity']?.['S'] === entity),
  }
}

const noIds = { customers: [], subscriptions: [] }
const options = { now, adminDeletionsVersion: undefined }
const tombstone = (userId: string) => ({
  entity: 'tombstone',
  user_id: userId,
  deleted_at: now.toISOString(),
})

describe('the start of a deletion', () => {
  test.each([
    ['cus_2', {}],
    [undefined, { customer: 'cus_1' }],
  ])('is stale if the account had the customer %s when it was read', async (customer, stored) => {
    const { deletions, profile } = await anAccount(stored)
    const read = { ...profile, stripe_customer_id: customer }
    expect(await deletions.start(read, noIds, options)).toBe('stale')
  })

  test('is repeated with the customer of a first purchase that was made at the same time', async () => {
    const { deps, find, table, userId, stored } = await anAccount()
    const { stripeCustomers } = deps
    const purchase = [
      update(keys.profile(userId), 'SET stripe_customer_id = :id', { values: { ':id': 'cus_1' } }),
      put(keys.customer('cus_1'), { entity: 'customer', user_id: userId }),
    ]
    const slow: typeof stripeCustomers = {
      ...stripeCustomers,
      find: async (identity) => {
        const ids = await stripeCustomers.find(identity)
        if (identity.knownCustomer === undefined) await table.transact(...purchase)
        return ids
      },
    }
    expect(await deleteAccount(await find(), { ...deps, stripeCustomers: slow }, now)).toEqual({
      success: true,
    })
    expect(stored('customer')).toBeUndefined()
  })

  test('is stale if the address changed in the meantime', async () => {
    const { deletions, profile, stored } = await anAccount()
    expect(await deletions.start({ ...profile, email: 'earlier@people.example' }, noIds, options)).toBe(
      'stale',
    )
    expect(stored('deletion')).toBeUndefined()
  })

  test.each(['deleted', 'unknown'])('does nothing for an account that is %s', async (state) => {
    const { deletions, profile, table, userId, stored } = await anAccount()
    const user_id = state === 'unknown' ? 'unknown' : userId
    if (state === 'deleted')
      await table.transact(put(keys.profile(userId), { ...tombstone(userId), email: profile.email }))
    expect(await deletions.start({ ...profile, user_id }, noIds, options)).toBe('gone')
    expect(stored('deletion')).toBeUndefined()
  })
})

describe('the tombstone of a deleted account', () => {
  test.each(['deleted', 'unknown'])(
    'is not written for an account that is %s in the meantime',
    async (state) => {
      const { deletions, profile, table, userId, find, entities } = await anAccount()
      const deletion = await deletions.start(profile, noIds, options)
      if (typeof deletion === 'string') throw new Error(deletion)
      const account = await find()
      if (state === 'deleted') await table.transact(put(keys.profile(userId), tombstone(userId)))
      else await table.delete(keys.profile(userId))
      await deletions.writeTombstone(account, deletion, now)
      expect(entities()).not.toContain('email')
      expect(entities().includes('tombstone')).toBe(state === 'deleted')
    },
  )

  test.each([
    ['cus_1', true],
    [undefined, false],
  ])('keeps payments by their ids for the customer %s only', async (customer, isRetained) => {
    const { deps, find, entities, stored } = await anAccount(customer === undefined ? {} : { customer })
    await deleteAccount(await find(), deps, now)
    expect(entities().includes('retained_payments')).toBe(isRetained)
    expect(JSON.stringify(stored('email'))).toContain(`"had_subscription":{"BOOL":${isRetained}}`)
  })
})

describe('the passes of a deleted account', () => {
  test('are kept by the ids of their payments, even without a customer', async () => {
    const { deps, find, table, userId, stored } = await anAccount()
    const at = now.toISOString()
    const purchases = { cs_1: { paid_at: at, reversed: false } }
    const pass = { entity: 'pass', user_id: userId, session_id: 'cs_1', email: null, paid_at: at }
    await table.put(keys.pass(userId, 'cs_1'), { ...pass, minutes: 30, purchases, version: 1 })
    await deleteAccount(await find(), deps, now)
    expect(JSON.stringify(stored('retained_payments'))).toContain('cs_1')
  })
})

describe('a repeated deletion', () => {
  test('does nothing for an account without one', async () => {
    const { deps, find } = await anAccount()
    expect(await repeatDeletion('unknown', deps)).toEqual({ success: true })
    expect(await find()).toBeDefined()
  })
})

describe('the deletion of an admin', () => {
  test('is rejected for the last one, whose account stays', async () => {
    const { deps, find } = await anAccount({ admins: ['self'] })
    const outcome = await deleteAccount(await find(), deps, now)
    expect(outcome instanceof ApiError && outcome.code).toBe('last_admin')
    expect(await find()).toBeDefined()
  })

  test('is accepted while another remains, and counted', async () => {
    const { deps, find, table } = await anAccount({ admins: ['self', 'other'] })
    await table.transact(put(keys.profile('other'), { entity: 'profile', user_id: 'other' }))
    expect(await deleteAccount(await find(), deps, now)).toEqual({ success: true })
    expect(await adminDeletionRepository(table).version()).toBe(1)
  })

  test.each(['being deleted', 'deleted'])('is rejected while the only other one is %s', async (state) => {
    const { deps, find, table } = await anAccount({ admins: ['self', 'other'] })
    const other = { user_id: 'other', entity: state === 'deleted' ? 'tombstone' : 'profile' }
    await table.transact(put(keys.profile('other'), other))
    if (state !== 'deleted')
      await table.transact(put(keys.deletion('other'), { entity: 'deletion', user_id: 'other' }))
    expect(await deleteAccount(await find(), deps, now)).toBeInstanceOf(ApiError)
  })

  test.each([0, 1])('is stale if another one started after version %s was read', async (version) => {
    const { deletions, profile, table } = await anAccount()
    const stored = { entity: 'admin_deletions', version: version + 1 }
    await table.transact(put(keys.adminDeletions(), stored))
    const started = await deletions.start(profile, noIds, { now, adminDeletionsVersion: version })
    expect(started).toBe('stale')
    expect(await deletions.start(profile, noIds, { now, adminDeletionsVersion: version + 1 })).toMatchObject({
      stage: 'started',
    })
  })

  test('is not counted for an account that is no admin', async () => {
    const { deps, find, table } = await anAccount({ admins: ['other'] })
    expect(await deleteAccount(await find(), deps, now)).toEqual({ success: true })
    expect(await adminDeletionRepository(table).version()).toBe(0)
  })
})

describe('a deletion that was interrupted', () => {
  const interrupted = async (stage: 'started' | 'tombstoned') => {
    const account = await anAccount({ customer: 'cus_1' })
    const deletion = await account.deletions.start(
      account.profile,
      { customers: ['cus_1'], subscriptions: [] },
      options,
    )
    if (typeof deletion === 'string') throw new Error(deletion)
    return { ...account, deletion: { ...deletion, stage } }
  }

  test('is abandoned if nothing was deleted at Stripe', async () => {
    const { deps, deletion, find, stored } = await interrupted('started')
    expect(await continueDeletion(deletion, deps, now)).toBe('abandoned')
    expect(await find()).toBeDefined()
    expect(stored('deletion')).toBeUndefined()
  })

  test('is finished if a customer is deleted at Stripe', async () => {
    const { deps, deletion, stripe, userId, deletions } = await interrupted('started')
    stripe.deleted.add('cus_1')
    expect(await continueDeletion(deletion, deps, now)).toBe('finished')
    expect(await deletions.findAccount(userId)).toBeUndefined()
  })

  test('finishes after the tombstone, whether or not the Stripe customer still exists', async () => {
    const { deps, deletion, table, userId, stored } = await interrupted('tombstoned')
    await table.transact(put(keys.profile(userId), tombstone(userId)))
    expect(await continueDeletion(deletion, deps, now)).toBe('finished')
    expect(stored('deletion')).toBeUndefined()
  })

  test('stays recorded if Stripe fails in between, and is abandoned if it rejected everything', async () => {
    const lost = await anAccount({ customer: 'cus_1' })
    lost.stripe.failing = new Set(['delete', 'isAnyDeleted'])
    await expect(deleteAccount(await lost.find(), lost.deps, now)).rejects.toBeInstanceOf(ApiError)
    expect(lost.stored('deletion')).toBeDefined()
    const rejected = await anAccount({ customer: 'cus_1' })
    rejected.stripe.failing = new Set(['delete'])
    await expect(deleteAccount(await rejected.find(), rejected.deps, now)).rejects.toBeInstanceOf(ApiError)
    expect(rejected.stored('deletion')).toBeUndefined()
  })

  test.each(['delete', 'isAnyDeleted'] as const)(
    'stays recorded if the function is interrupted in %s',
    async (call) => {
      const { deps, find, stored, stripe } = await anAccount({ customer: 'cus_1' })
      stripe.failing = new Set(['delete'])
      const die = async () => {
        throw new Error('the function was interrupted')
      }
      const stripeCustomers = {
        ...deps.stripeCustomers,
        delete: stripe.delete,
        isAnyDeleted: stripe.isAnyDeleted,
        [call]: die,
      }
      await expect(deleteAccount(await find(), { ...deps, stripeCustomers }, now)).rejects.toThrow(
        'the function was interrupted',
      )
      expect(stored('deletion')).toBeDefined()
    },
  )
})

describe('what remains of an account', () => {
  test('is its tombstone and the audit log', async () => {
    const { table, userId, deletions, profile } = await anAccount()
    const deletion = await deletions.start(profile, noIds, options)
    if (typeof deletion === 'string') throw new Error(deletion)
    const { pk } = keys.profile(userId)
    await table.put({ pk, sk: 'audit#1' }, { entity: 'audit' })
    await table.put({ pk, sk: 'passkey#1' }, { entity: 'passkey' })
    await table.put({ pk, sk: 'something#1' }, { entity: 'something new' })
    await retainedRecordsRepository(table).purgePartition(deletion)
    expect((await table.list(pk, '')).map(({ entity }) => String(entity)).toSorted()).toEqual([
      'audit',
      'profile',
    ])
  })

  test('contains no payment record that was not there', async () => {
    const { table } = await anAccount()
    await retainedRecordsRepository(table).anonymisePayment('cs_unknown')
    expect(await table.list(keys.passPayment('cs_unknown').pk, '')).toEqual([])
  })
})

describe('an expired item', () => {
  test('stays if its period was extended after it was listed', async () => {
    const { table } = await anAccount()
    const key = { pk: 'sample', sk: 'sample' }
    const expired = { ...key, entity: 'sample' }
    await table.put(key, { entity: 'sample', ...keys.retention('2026-04-01T00:00:00.000Z') })
    await expiredItemRepository(table).remove(expired, now)
    expect(await table.list('sample', '')).toHaveLength(1)
    await table.put(key, { entity: 'sample', ...keys.retention('2026-03-01T00:00:00.000Z') })
    await expiredItemRepository(table).remove(expired, now)
    expect(await table.list('sample', '')).toEqual([])
  })
})
