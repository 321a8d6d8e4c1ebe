import { describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { log } from '#platform/log.ts'
import { keys } from '#platform/table/keys.ts'
import { findAccount } from '#platform/account/account.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { handle } from '../delete-account/handler.ts'
import { deletionWrite, newDeletion, tombstonedFields } from '../deletion-record.ts'
import { handle as finishDeletions } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const anAccount = async () => {
  const world = inMemory({ now })
  const deletions = accountDeletionInMemory(world.table)
  const caller = await world.account({ plan: 'monthly', stripeCustomerId: 'cus_1' })
  return {
    ...deletions,
    caller,
    delete: () => callInMemory(deleteAccount, handle, { caller, now }, deletions.deps),
    deletion: () => deletions.deps.deletions.find(caller.userId),
    partition: () => world.table.list(keys.profile(caller.userId).pk, ''),
    account: () => findAccount(world.table, caller.userId),
  }
}

const nothing = { continued: 0, abandoned: 0, orphanedCustomers: 0, failed: 0 }

describe('finish-deletions', () => {
  test('finishes a deletion that failed in the user pool and counts it', async () => {
    const { userPool, ...account } = await anAccount()
    userPool.failOnce('delete')
    expect(await account.delete()).toEqual({ status: 200, body: { success: true } })
    expect(await account.deletion()).toMatchObject({ stage: 'tombstoned' })
    expect(await account.finishDeletions(minutesLater(20))).toEqual({ ...nothing, continued: 1 })
    expect(await account.deletion()).toBeUndefined()
    expect(await account.partition()).toMatchObject([{ entity: 'tombstone' }])
    expect(await account.finishDeletions(minutesLater(80))).toEqual(nothing)
  })

  test('waits 15 minutes, because the request may still be running', async () => {
    const { userPool, ...account } = await anAccount()
    userPool.failOnce('delete')
    await account.delete()
    expect(await account.finishDeletions(minutesLater(14))).toEqual(nothing)
    expect(await account.finishDeletions(minutesLater(16))).toEqual({ ...nothing, continued: 1 })
  })

  test('finishes a deletion whose customer is already deleted at Stripe', async () => {
    const { stripe, ...account } = await anAccount()
    stripe.losesResponses = true
    stripe.failing = new Set(['isAnyDeleted'])
    expect(await account.delete()).toMatchObject({ status: 502 })
    expect(await account.account()).toBeDefined()
    stripe.losesResponses = false
    stripe.failing = new Set()
    expect(await account.finishDeletions(minutesLater(20))).toEqual({ ...nothing, continued: 1 })
    expect(await account.partition()).toMatchObject([{ entity: 'tombstone' }])
  })

  test('keeps an account if nothing was deleted yet', async () => {
    const { stripe, ...account } = await anAccount()
    stripe.failing = new Set(['delete', 'isAnyDeleted'])
    expect(await account.delete()).toMatchObject({ status: 502 })
    expect(await account.deletion()).toMatchObject({ stage: 'started' })
    stripe.failing = new Set()
    expect(await account.finishDeletions(minutesLater(20))).toEqual({ ...nothing, abandoned: 1 })
    expect(await account.deletion()).toBeUndefined()
    expect((await account.account())?.subscriber).toMatchObject({ subscribed: true })
  })

  test('counts a deletion that fails again and keeps it for the next run', async () => {
    const { userPool, ...account } = await anAccount()
    userPool.failOnce('delete')
    await account.delete()
    userPool.failOnce('delete')
    expect(await account.finishDeletions(minutesLater(20))).toEqual({ ...nothing, failed: 1 })
    expect(await account.finishDeletions(minutesLater(80))).toEqual({ ...nothing, continued: 1 })
  })

  test('reaches a newer deletion although a hundred older ones always fail', async () => {
    const world = inMemory({ now })
    const { deps } = accountDeletionInMemory(world.table)
    const start = (userId: string, at: Date) => {
      const deletion = { ...newDeletion(userId, `${userId}@people.example`, at), ...tombstonedFields(at) }
      return world.table.transact(deletionWrite(deletion))
    }
    for (let number = 0; number < 100; number += 1) await start(`stuck-${number}`, now)
    await start('newer', minutesLater(1))
    const failing = async (userId: string) => {
      if (userId !== 'newer') throw new Error('The user pool rejects the deletion')
    }
    const run = (minutes: number) =>
      finishDeletions({ ...deps, userPool: { delete: failing } }, minutesLater(minutes))
    expect(await run(60)).toEqual({ ...nothing, failed: 100 })
    expect(await run(120)).toEqual({ ...nothing, continued: 1, failed: 99 })
    expect(await run(180)).toEqual({ ...nothing, failed: 100 })
  })

  test('stops before Lambda ends the run, and the next run continues', async () => {
    const world = inMemory({ now })
    const { deps, stripe, userPool } = accountDeletionInMemory(world.table)
    const callers = [await world.account(), await world.account(), await world.account()]
    for (const caller of callers) {
      userPool.failOnce('delete')
      await callInMemory(deleteAccount, handle, { caller, now }, deps)
    }
    stripe.created = [{ customerId: 'cus_late', userId: String(callers[0]?.userId) }]
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const slowly = async (userId: string) => {
      elapsedMs += 100_000
      await userPool.delete(userId)
    }
    const run = (minutes: number) =>
      finishDeletions({ ...deps, userPool: { delete: slowly } }, minutesLater(minutes))
    expect(await run(20)).toEqual({ ...nothing, continued: 2 })
    expect(await run(80)).toEqual({ ...nothing, continued: 1, orphanedCustomers: 1 })
    time.mockRestore()
  })

  test('deletes the customers that were created for a deleted account, and no others', async () => {
    const { stripe, caller, ...account } = await anAccount()
    await account.delete()
    stripe.created = [
      { customerId: 'cus_late', userId: caller.userId },
      { customerId: 'cus_other', userId: 'somebody-else' },
    ]
    expect(await account.finishDeletions(minutesLater(20))).toEqual({ ...nothing, orphanedCustomers: 1 })
    expect([...stripe.deleted]).toEqual(['cus_1', 'cus_late'])
  })

  test('deletes the other orphaned customers if one cannot be deleted, and logs its id', async () => {
    const { stripe, caller, ...account } = await anAccount()
    await account.delete()
    const { userId } = caller
    stripe.created = ['cus_stuck', 'cus_late'].map((customerId) => ({ customerId, userId }))
    stripe.undeletable = 'cus_stuck'
    const error = vi.spyOn(log, 'error').mockReturnValue()
    expect(await account.finishDeletions(minutesLater(20))).toEqual({
      ...nothing,
      orphanedCustomers: 1,
      failed: 1,
    })
    expect([...stripe.deleted]).toEqual(['cus_1', 'cus_late'])
    expect(error).toHaveBeenCalledExactlyOnceWith(
      'account deletion not continued',
      expect.objectContaining({ subject: 'cus_stuck' }),
    )
  })
})
