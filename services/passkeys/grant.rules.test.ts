import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { put } from '#platform/table/write.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { issueGrant, passkeyGrants } from './grant.repository.ts'

const now = new Date('2027-03-01T10:00:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const aGrant = async () => {
  const { table } = inMemory({ now })
  const { token, write } = issueGrant('user-1', now)
  await table.transact(write)
  return { table, token, grants: passkeyGrants(table) }
}

describe('the grant of a verified passkey', () => {
  test('permits one sign-in', async () => {
    const { token, grants } = await aGrant()
    expect(await grants.consume(token, 'user-1', later(59))).toBe(true)
    expect(await grants.consume(token, 'user-1', later(59))).toBe(false)
  })

  test('does not permit another user, a later sign-in or another token', async () => {
    const { token, grants } = await aGrant()
    expect(await grants.consume(token, 'user-2', now)).toBe(false)
    expect(await grants.consume(`${token}x`, 'user-1', now)).toBe(false)
    expect(await grants.consume(token, 'user-1', later(61))).toBe(false)
  })

  test('stores the writes that belong to the sign-in only with the sign-in', async () => {
    const { table, token, grants } = await aGrant()
    const key = { pk: 'further', sk: 'write' }
    const isStored = async () => (await table.find(key, z.looseObject({}))) !== undefined
    await grants.consume(token, 'user-2', now, put(key, {}))
    expect(await isStored()).toBe(false)
    await grants.consume(token, 'user-1', now, put(key, {}))
    expect(await isStored()).toBe(true)
  })
})
