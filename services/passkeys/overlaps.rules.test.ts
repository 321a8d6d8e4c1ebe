import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { maxPasskeys } from '#shared/values/passkeys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'
import { beforeNextWrite, forceOverlap } from '#test/kit/overlap.ts'
import { passkeyRepository } from './passkey.repository.ts'

const aPasskey = async () => {
  const passkeys = await passkeysInMemory()
  const laptop = passkeys.authenticator()
  await passkeys.add(laptop)
  const [stored] = await passkeys.stored()
  if (stored === undefined) throw new Error('The passkey was not added')
  const { table, now } = passkeys.world
  const { userId } = passkeys.owner
  return {
    ...passkeys,
    laptop,
    stored: () => passkeys.stored(),
    id: stored.id,
    table,
    deleteAccount: () =>
      table.transact(
        put(keys.profile(userId), { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }),
      ),
    grants: () => passkeys.world.database.all().filter(({ entity }) => entity?.['S'] === 'passkey_grant'),
  }
}

describe('a sign-in with a passkey', () => {
  test('stores nothing about a passkey that is removed while it runs', async () => {
    const { signIn, send, laptop, id, table, stored, grants } = await aPasskey()
    beforeNextWrite(table, () => send.remove(id))
    expect(await signIn(laptop)).toMatchObject(apiError('passkey_expired'))
    expect(await stored()).toEqual([])
    expect(grants()).toEqual([])
  })

  test('is not permitted for an account that is deleted while it runs', async () => {
    const { signIn, laptop, table, deleteAccount, grants } = await aPasskey()
    beforeNextWrite(table, deleteAccount)
    expect(await signIn(laptop)).toMatchObject(apiError('passkey_unknown'))
    expect(grants()).toEqual([])
  })
})

describe('the removal of a passkey', () => {
  test('succeeds for one of two concurrent requests, with one email', async () => {
    const { send, id, table, passkeyEmails } = await aPasskey()
    forceOverlap(table, 2)
    const replies = await Promise.all([send.remove(id), send.remove(id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await passkeyEmails()).map(({ change }) => change)).toEqual(['added', 'removed'])
  })

  test('emails nobody if a new password removes all passkeys while it runs', async () => {
    const { send, id, owner, table, stored, passkeyEmails } = await aPasskey()
    beforeNextWrite(table, () => passkeyRepository(table).removeAll(owner.userId))
    expect(await send.remove(id)).toMatchObject(apiError('not_found'))
    expect(await stored()).toEqual([])
    expect((await passkeyEmails()).map(({ change }) => change)).toEqual(['added'])
  })

  test('emails nobody if the account is deleted while it runs', async () => {
    const { send, id, table, deleteAccount, passkeyEmails } = await aPasskey()
    beforeNextWrite(table, deleteAccount)
    expect(await send.remove(id)).toMatchObject(apiError('not_found'))
    expect((await passkeyEmails()).map(({ change }) => change)).toEqual(['added'])
  })
})

describe('the addition of a passkey', () => {
  /** An account with this many passkeys, and a function that creates requests to add more. */
  const anAccountWith = async (count: number) => {
    const passkeys = await passkeysInMemory()
    for (let i = 0; i < count; i += 1) await passkeys.add(passkeys.authenticator())
    const requestsFor = async (more: number) => {
      const options = []
      for (let i = 0; i < more; i += 1) options.push(await passkeys.creationOptions())
      return options.map((one) => ({ name: 'Phone', response: passkeys.authenticator().create(one) }))
    }
    return { ...passkeys, table: passkeys.world.table, requestsFor }
  }

  test('succeeds for one of two concurrent requests if there is room for one', async () => {
    const { send, table, requestsFor, stored } = await anAccountWith(maxPasskeys - 1)
    const bodies = await requestsFor(2)
    forceOverlap(table, 2)
    const replies = await Promise.all(bodies.map((body) => send.add(body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies).toContainEqual(expect.objectContaining(apiError('too_many_passkeys')))
    expect(await stored()).toHaveLength(maxPasskeys)
  })

  test('succeeds for both of two concurrent requests if there is room for both', async () => {
    const { send, table, requestsFor, stored } = await anAccountWith(maxPasskeys - 2)
    const bodies = await requestsFor(2)
    forceOverlap(table, 2)
    const replies = await Promise.all(bodies.map((body) => send.add(body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await stored()).toHaveLength(maxPasskeys)
  })

  test('succeeds after the removal of another, even at the same time as a third', async () => {
    const { send, table, requestsFor, stored } = await anAccountWith(maxPasskeys - 1)
    const bodies = await requestsFor(2)
    const [oldest] = await stored()
    await send.remove(oldest?.id ?? '')
    forceOverlap(table, 2)
    const replies = await Promise.all(bodies.map((body) => send.add(body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await stored()).toHaveLength(maxPasskeys)
  })

  test('is rejected if the account is deleted while it runs', async () => {
    const { send, table, authenticator, creationOptions, stored, deleteAccount } = await aPasskey()
    const response = authenticator().create(await creationOptions())
    beforeNextWrite(table, deleteAccount)
    expect(await send.add({ name: 'Phone', response })).toMatchObject(apiError('passkey_not_created'))
    expect(await stored()).toHaveLength(1)
  })

  test('is rejected if nothing is left of the account, and creates no profile', async () => {
    const { send, owner, table, authenticator, creationOptions } = await aPasskey()
    const response = authenticator().create(await creationOptions())
    await table.delete(keys.profile(owner.userId))
    expect(await send.add({ name: 'Phone', response })).toMatchObject(apiError('passkey_not_created'))
    expect(await table.list(keys.profile(owner.userId).pk, keys.profile(owner.userId).sk)).toEqual([])
  })
})

describe('a passkey that the account has already', () => {
  test('is not added again, even once its email is deleted, and keeps its name and last use', async () => {
    const { owner, table, stored, world, passSeconds, signIn, laptop, id } = await aPasskey()
    passSeconds(60)
    await signIn(laptop)
    await table.delete(keys.outboxEmail(`passkey-added:${id}`))
    const before = await stored()
    const passkeys = passkeyRepository(table)
    for (const passkey of before) {
      const challenge = await passkeys.issueChallenge({ kind: 'add', userId: owner.userId }, world.now)
      const change = { owner: owner.profile, link: 'https://advice.example/profile', now: world.now }
      const again = { ...passkey, name: 'Another name' }
      expect(await passkeys.add(again, challenge, change)).toBe('exists')
    }
    expect(before).toHaveLength(1)
    expect(await stored()).toEqual(before)
  })
})
