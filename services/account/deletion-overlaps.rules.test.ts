import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Account, findAccount } from '#platform/account/account.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { contactRepository } from '#services/contact/public.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { newEmail } from '#test/kit/people.ts'
import { continueDeletion, deleteAccount, type DeletionDependencies } from './delete-account.ts'
import { newDeletion } from './deletion-record.ts'
import type { StripeIds } from './stripe-customers.ts'

const noIds = { customers: [], subscriptions: [] }

/** An account with a customer at Stripe. `deleteDuring` deletes it and runs `during` after Stripe has deleted it. */
const start = async () => {
  const account = await addressChangeInMemory()
  const { table, pool, userId, now } = account
  await table.transact(
    update(keys.profile(userId), 'SET stripe_customer_id = :id', { values: { ':id': 'cus_1' } }),
  )
  await table.put(keys.customer('cus_1'), { entity: 'customer', user_id: userId })
  const { deps, stripe } = accountDeletionInMemory(table, pool)
  const find = async (): Promise<Account> => {
    const found = await findAccount(table, userId)
    if (found === undefined) throw new Error('no account')
    return found
  }
  const remove = async (changes: Partial<DeletionDependencies> = {}) =>
    deleteAccount(await find(), { ...deps, ...changes }, now())
  const deleteDuring = (during: () => Promise<unknown>) => {
    let isFirst = true
    const stripeCustomers = {
      find: stripe.find,
      isAnyDeleted: stripe.isAnyDeleted,
      listCreatedSince: stripe.listCreatedSince,
      delete: async (ids: StripeIds) => {
        if (isFirst) {
          isFirst = false
          await during()
        }
        return stripe.delete(ids)
      },
    }
    return remove({ stripeCustomers })
  }
  /** A second deletion, which Stripe rejects: it abandons the record that the first one has stored. */
  const abandonedDeletion = async () => {
    stripe.failing = new Set(['delete'])
    await expect(remove()).rejects.toThrow('payment')
    stripe.failing = new Set()
  }
  const left = () =>
    account.database.all().filter(({ entity }) => entity?.['S'] !== 'email' && entity?.['S'] !== 'deletion')
  return { ...account, deps, stripe, find, remove, deleteDuring, abandonedDeletion, left }
}

describe('two deletions and a change of address that overlap', () => {
  test('free the new address, and leave the former one to its next owner', async () => {
    const account = await start()
    const { table, email: former, userId, request, confirm, openAccount, deleteDuring } = account
    const current = newEmail('new')
    await request(current)
    const messages = contactRepository(table)
    let nextOwner = ''
    const overlap = async () => {
      await account.abandonedDeletion()
      await confirm(current)
      account.passSeconds(1)
      nextOwner = (await openAccount({ email: former })).userId
      const message = { name: 'Robin Sample', email: former, subject: 'A question', message: 'Of mine' }
      await messages.receive(message, account.now())
    }
    expect(await deleteDuring(overlap)).toEqual({ success: true })
    expect(await findAccount(table, userId)).toBeUndefined()
    expect(await findIdByAddress(table, former)).toBe(nextOwner)
    expect(await findIdByAddress(table, current)).toBeUndefined()
    expect(await messages.listFrom(former)).toHaveLength(1)
    expect(JSON.stringify(account.left())).not.toContain(current)
  })

  test('keep the ids at Stripe that the first one deleted', async () => {
    const account = await start()
    const { table, userId } = account
    const overlap = async () => {
      await account.abandonedDeletion()
      // The event about the deleted customer does this.
      await table.transact(update(keys.profile(userId), 'REMOVE stripe_customer_id'))
    }
    expect(await account.deleteDuring(overlap)).toEqual({ success: true })
    expect(await table.list(keys.customer('cus_1').pk, '')).toEqual([])
    expect(JSON.stringify(account.left())).toContain('"customers":{"L":[{"S":"cus_1"}]}')
  })
})

describe('a deletion that waits for Stripe', () => {
  test('deletes what was sent under the address in the meantime', async () => {
    const { table, email, now, deleteDuring, left } = await start()
    const message = { name: 'Robin Sample', email, subject: 'Late', message: 'A question' }
    await deleteDuring(async () => {
      await sleep(20)
      await contactRepository(table).receive(message, new Date(now().getTime() + 10))
    })
    expect(left().filter(({ entity }) => entity?.['S'] === 'contact')).toEqual([])
  })
})

describe('the tombstone', () => {
  const started = async () => {
    const account = await start()
    const { deletions } = account.deps
    const { profile } = await account.find()
    const deletion = await deletions.start(profile, noIds, {
      now: account.now(),
      adminDeletionsVersion: undefined,
    })
    if (typeof deletion === 'string') throw new Error(deletion)
    return { ...account, deletions, deletion }
  }

  test('is stale if the address changed after the account was read', async () => {
    const { deletions, deletion, find, table, userId, now } = await started()
    const read = await find()
    await table.transact(
      update(keys.profile(userId), 'SET email = :email', { values: { ':email': newEmail('new') } }),
    )
    expect(await deletions.writeTombstone(read, deletion, now())).toBe('stale')
    expect(await find()).toBeDefined()
  })

  test('is stale if the details changed after the account was read', async () => {
    const { deletions, deletion, find, table, userId, now } = await started()
    const read = await find()
    const change = { values: { ':at': now().toISOString() } }
    await table.transact(update(keys.profile(userId), 'SET details_changed_at = :at', change))
    expect(await deletions.writeTombstone(read, deletion, now())).toBe('stale')
    expect(await find()).toBeDefined()
  })

  test.each([
    ['that is abandoned', {}],
    ['of another customer', { customers: ['cus_2'] }],
    ['of another subscription', { subscriptions: ['sub_2'] }],
  ])('is not written for a deletion %s', async (_state, changes) => {
    const { deletions, deletion, find, now } = await started()
    if (Object.keys(changes).length === 0) await deletions.abandon(deletion)
    const other = { ...deletion, ...changes }
    expect(await deletions.writeTombstone(await find(), other, now())).toBe('superseded')
    expect(await find()).toBeDefined()
  })

  test('leaves an address that now belongs to another account', async () => {
    const { deletions, deletion, find, table, email, now } = await started()
    const at = now().toISOString()
    await table.put(keys.address(email), { entity: 'address', email, user_id: 'other', confirmed_at: at })
    expect(await deletions.writeTombstone(await find(), deletion, now())).toBe('deleted')
    expect(await findIdByAddress(table, email)).toBe('other')
  })

  test('keeps what is stored under an address that now belongs to another account', async () => {
    const { remove, table, email, now } = await start()
    const messages = contactRepository(table)
    const at = now().toISOString()
    await table.put(keys.address(email), { entity: 'address', email, user_id: 'other', confirmed_at: at })
    await messages.receive({ name: 'Robin Sample', email, subject: 'Later', message: 'A question' }, now())
    await remove()
    expect(await messages.listFrom(email)).toHaveLength(1)
  })

  test('is stale if another account gets the address in the meantime', async () => {
    const { deletions, deletion, find, table, email, now } = await started()
    const read = await find()
    const at = now().toISOString()
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      await table.put(keys.address(email), { entity: 'address', email, user_id: 'other', confirmed_at: at })
      return transact(...writes)
    }
    expect(await deletions.writeTombstone(read, deletion, now())).toBe('stale')
    expect(await findIdByAddress(table, email)).toBe('other')
  })
})

describe('a deletion that is continued', () => {
  test('leaves the account to a request that has taken over', async () => {
    const { deps, stripe, find, now, userId } = await start()
    const options = { now: now(), adminDeletionsVersion: undefined }
    const deletion = await deps.deletions.start((await find()).profile, noIds, options)
    if (typeof deletion === 'string') throw new Error(deletion)
    await deps.deletions.start((await find()).profile, { customers: ['cus_1'], subscriptions: [] }, options)
    stripe.isAnyDeleted = async () => true
    expect(await continueDeletion(deletion, deps, now())).toBe('superseded')
    expect(await find()).toBeDefined()
    expect(await deps.deletions.find(userId)).toMatchObject({ stage: 'started', customers: ['cus_1'] })
  })

  test('no longer needs Stripe once the account is deleted', async () => {
    const { deps, stripe, find, now, userId, pool, remove } = await start()
    pool.failOnce('delete')
    await remove()
    const deletion = await deps.deletions.find(userId)
    if (deletion === undefined) throw new Error('no deletion')
    stripe.failing = new Set(['delete', 'isAnyDeleted'])
    expect(await continueDeletion(deletion, deps, now())).toBe('finished')
    await expect(find()).rejects.toThrow('no account')
    expect(await deps.deletions.find(userId)).toBeUndefined()
  })

  test('is complete if a request has purged everything in the meantime', async () => {
    const { deps, now, userId, remove } = await start()
    await remove()
    const purged = { ...newDeletion(userId, 'gone@people.example', now()), stage: 'tombstoned' as const }
    expect(await continueDeletion(purged, deps, now())).toBe('finished')
  })
})

describe('a deletion that is abandoned', () => {
  test.each(['repeated by another request', 'completed'])('stays recorded if it was %s', async (state) => {
    const { deps, find, now, userId, passSeconds } = await start()
    const { deletions } = deps
    const options = { now: now(), adminDeletionsVersion: undefined }
    const deletion = await deletions.start((await find()).profile, noIds, options)
    if (typeof deletion === 'string') throw new Error(deletion)
    passSeconds(1)
    if (state === 'completed') await deletions.writeTombstone(await find(), deletion, now())
    else await deletions.start((await find()).profile, noIds, { ...options, now: now() })
    await deletions.abandon(deletion)
    expect(await deletions.find(userId)).toBeDefined()
  })
})

describe('the deletion of an account with a changed address', () => {
  test('looks for customers with the present address and the former one', async () => {
    const { email: former, request, confirm, deps, stripe, remove } = await start()
    const current = newEmail('new')
    await request(current)
    await confirm(current)
    let searched: readonly string[] = []
    const find: typeof stripe.find = async (identity) => {
      searched = identity.emails
      return stripe.find(identity)
    }
    expect(await remove({ stripeCustomers: { ...deps.stripeCustomers, find } })).toEqual({ success: true })
    expect(searched).toEqual([current, former])
  })
})
