import { describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { log } from '#platform/log.ts'
import { keys } from '#platform/table/keys.ts'
import { contactRepository } from '#services/contact/public.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { newEmail } from '#test/kit/people.ts'
import { handle as deleteHandler } from '../delete-account/handler.ts'
import { expiredItemRepository } from '../expired-item.repository.ts'
import { expiredSignUps } from '../expired-sign-ups.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600_000)

const runOn = ({ table, pool }: Pick<ReturnType<typeof identityInMemory>, 'table' | 'pool'>) =>
  handle({ expiredItems: expiredItemRepository(table), signUps: expiredSignUps(table, pool) }, now)

const profilePartition = (identity: ReturnType<typeof identityInMemory>, userId: string) =>
  identity.table.list(keys.profile(userId).pk, '')

describe('retention', () => {
  test('removes messages from the contact page and their inbox items after twelve months, not before', async () => {
    const identity = identityInMemory()
    const receive = async (subject: string, at: Date) => {
      const message = { name: 'Robin', email: newEmail(), subject, message: 'How does this work?' }
      await contactRepository(identity.table).receive(message, at)
    }
    const storedAs = (kind: string) => identity.database.all().filter(({ entity }) => entity?.['S'] === kind)
    await receive('Old', daysAgo(367))
    await receive('Young', daysAgo(364))
    expect(await runOn(identity)).toEqual({ removed: 2, failed: 0 })
    expect(storedAs('contact')).toMatchObject([{ subject: { S: 'Young' } }])
    expect(storedAs('inbox_item')).toMatchObject([{ topic: { S: 'Young' } }])
    expect(await runOn(identity)).toEqual({ removed: 0, failed: 0 })
  })

  test('reports and fails before Lambda ends a run, and the next run continues', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    for (let count = 0; count < 3; count += 1) await identity.signUp()
    const { table, pool } = identity
    const info = vi.spyOn(log, 'info').mockReturnValue()
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const signUps = expiredSignUps(table, pool)
    const slow: typeof signUps = {
      ...signUps,
      discard: async (signUp, at) => {
        elapsedMs += 450_000
        await signUps.discard(signUp, at)
      },
    }
    const run = handle({ expiredItems: expiredItemRepository(table), signUps: slow }, now)
    await expect(run).rejects.toThrow('than one run can remove')
    time.mockRestore()
    expect(info).toHaveBeenCalledWith('retention run finished', { removed: 2, failed: 0, isComplete: false })
    info.mockRestore()
    expect(await runOn(identity)).toEqual({ removed: 1, failed: 0 })
    expect(pool.size()).toBe(0)
  })

  test('removes a tombstone after 35 days, not before', async () => {
    const identity = identityInMemory()
    const deleted = async (at: Date) => {
      const caller = await identity.world.account()
      const { deps } = accountDeletionInMemory(identity.table)
      const signedIn = { ...caller, signedInAtSeconds: at.getTime() / 1000 }
      await callInMemory(deleteAccount, deleteHandler, { caller: signedIn, now: at }, deps)
      return caller.userId
    }
    const [old, young] = [await deleted(daysAgo(36)), await deleted(daysAgo(34))]
    expect(await runOn(identity)).toEqual({ removed: 1, failed: 0 })
    expect(await profilePartition(identity, old)).toEqual([])
    expect(await profilePartition(identity, young)).toMatchObject([{ entity: 'tombstone' }])
  })

  test('removes a sign-up that was not confirmed within a month, with its pool user, links and emails', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    const { email } = await identity.signUp()
    expect(await runOn(identity)).toEqual({ removed: 1, failed: 0 })
    expect(identity.storedAbout(email)).toBe('[]')
    expect(identity.database.all()).toEqual([])
    expect(identity.pool.size()).toBe(0)
  })

  test('keeps the other emails to the address of an expired sign-up, which a stranger may have entered', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    const { email } = await identity.signUp()
    identity.passSeconds(31 * 24 * 3600)
    const message = { name: 'Robin', email, subject: 'Deposit', message: 'How does this work?' }
    await contactRepository(identity.table).receive(message, now)
    await identity.signUp({ email })
    expect(await runOn(identity)).toEqual({ removed: 1, failed: 0 })
    const kept = (await identity.emailsTo(email)).map(({ template }) => template)
    expect(kept.toSorted()).toEqual(['contact-receipt', 'verify-address'])
  })

  test('keeps a sign-up for less than a month, and verified accounts', async () => {
    const identity = identityInMemory({ at: daysAgo(400) })
    const account = await identity.openAccount()
    identity.passSeconds(373 * 24 * 3600)
    const pending = await identity.signUp()
    expect(await runOn(identity)).toEqual({ removed: 0, failed: 0 })
    expect(await identity.profileOf(account.userId)).toMatchObject({ email: account.email })
    expect(identity.storedAbout(pending.email)).toContain('verify-address')
  })

  test('keeps a sign-up that was confirmed after it was listed, with its emails', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    const { email } = await identity.signUp()
    const expiredItems = expiredItemRepository(identity.table)
    let userId = ''
    const confirmedAfterListing: typeof expiredItems = {
      ...expiredItems,
      each: async function* (at) {
        for await (const item of expiredItems.each(at)) {
          const { fragment } = await identity.press(await identity.newestLink(email))
          userId = String(fragment['access_token'])
          await identity.send.sendMagicLink(email)
          yield item
        }
      },
    }
    const signUps = expiredSignUps(identity.table, identity.pool)
    expect(await handle({ expiredItems: confirmedAfterListing, signUps }, now)).toEqual({
      removed: 1,
      failed: 0,
    })
    expect(await identity.profileOf(userId)).toMatchObject({ email })
    expect(identity.pool.has(userId)).toBe(true)
    expect(await identity.emailsTo(email)).toContainEqual(
      expect.objectContaining({ template: 'verify-address' }),
    )
    const signIn = await identity.press(await identity.newestLink(email))
    expect(signIn.fragment).toMatchObject({ access_token: userId })
  })

  test('counts no failure for a sign-up that was deleted after it was listed', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    await identity.signUp()
    const expiredItems = expiredItemRepository(identity.table)
    const deletedAfterListing: typeof expiredItems = {
      ...expiredItems,
      each: async function* (at) {
        for await (const item of expiredItems.each(at)) {
          await identity.table.delete({ pk: item.pk, sk: item.sk })
          yield item
        }
      },
    }
    const signUps = expiredSignUps(identity.table, identity.pool)
    const { failed } = await handle({ expiredItems: deletedAfterListing, signUps }, now)
    expect(failed).toBe(0)
  })

  test('keeps the emails of an account when a sign-up with its address expires', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    const { email } = await identity.openAccount()
    await identity.signUp({ email })
    const before = await identity.emailsTo(email)
    expect(before.map(({ template }) => template)).toEqual(['verify-address', 'already-registered'])
    expect(await runOn(identity)).toEqual({ removed: 1, failed: 0 })
    expect(await identity.emailsTo(email)).toEqual(before)
  })

  test('keeps the emails of an account when a sign-up with its former address expires', async () => {
    const identity = await addressChangeInMemory()
    const { email, request, confirm, emailsTo } = identity
    const current = newEmail('new')
    await request(current)
    await confirm(current)
    const before = await emailsTo(email)
    expect(before.map(({ template }) => template)).toContain('email-change')
    await identity.signUp({ email })
    const { removed } = await runOn(identity)
    expect(removed).toBeGreaterThan(0)
    expect(await emailsTo(email)).toEqual(before)
  })

  test('finishes a sign-up whose removal failed', async () => {
    const identity = identityInMemory({ at: daysAgo(31) })
    await identity.signUp()
    identity.pool.failOnce('delete')
    expect(await runOn(identity)).toEqual({ removed: 0, failed: 1 })
    expect(identity.pool.size()).toBe(1)
    await handleLater(identity)
    expect(identity.pool.size()).toBe(0)
  })

  /** The mark of a failed removal is due from the next run on. */
  const handleLater = ({ table, pool }: ReturnType<typeof identityInMemory>) =>
    handle(
      { expiredItems: expiredItemRepository(table), signUps: expiredSignUps(table, pool) },
      new Date(now.getTime() + 24 * 3600_000),
    )

  test('names the key of an item that could not be removed, unless it contains an address', async () => {
    const identity = identityInMemory()
    const pks = ['contact#1', 'email-problem#nadia@people.example']
    const expiredItems: ReturnType<typeof expiredItemRepository> = {
      ...expiredItemRepository(identity.table),
      each: async function* () {
        for (const pk of pks) yield { pk, sk: 'item', entity: 'any' }
      },
      remove: async () => {
        throw new Error('throttled')
      },
    }
    const error = vi.spyOn(log, 'error').mockReturnValue()
    const deps = { expiredItems, signUps: expiredSignUps(identity.table, identity.pool) }
    expect(await handle(deps, now)).toEqual({ removed: 0, failed: 2 })
    expect(error.mock.calls.map(([, fields]) => fields?.['itemKey'])).toEqual(['contact#1', undefined])
    expect(JSON.stringify(error.mock.calls)).not.toContain('@')
  })
})
