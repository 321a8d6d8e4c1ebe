import { describe, expect, test } from 'vitest'
import { storagePeriods } from '#shared/values/retention.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { beforeNextWrite } from '#test/kit/overlap.ts'
import { visitorIdOf } from './visitor-id.ts'
import { visitorRepository } from './visitor.repository.ts'

const now = new Date('2027-03-01T10:00:00Z')
const expiry = new Date(now.getTime() + storagePeriods.chatVisitor.days * 24 * 3600_000)

const aChat = async () => {
  const { table, account, database } = inMemory({ now })
  const { userId } = await account()
  return {
    table,
    userId,
    visitors: visitorRepository(table),
    stored: () => database.all().filter(({ entity }) => entity?.['S'] === 'chat_visitor').length,
  }
}

describe('the holder behind a visitor id', () => {
  test('is the account or the guest pass, for 60 days after the chat was opened', async () => {
    const { visitors, userId } = await aChat()
    await visitors.record('member', { userId }, now)
    await visitors.record('guest', { keyHash: 'hash' }, now)
    const lastSecond = new Date(expiry.getTime() - 1000)
    expect(await visitors.find('member', lastSecond)).toEqual({ userId })
    expect(await visitors.find('guest', lastSecond)).toEqual({ keyHash: 'hash' })
    for (const id of ['member', 'guest']) expect(await visitors.find(id, expiry)).toBeUndefined()
    expect(await visitors.find('unknown', now)).toBeUndefined()
  })

  test('is not stored for an account that is deleted in the meantime', async () => {
    const { visitors, userId, table, stored } = await aChat()
    const tombstone = { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }
    beforeNextWrite(table, () => table.transact(put(keys.profile(userId), tombstone)))
    await visitors.record('member', { userId }, now)
    expect(stored()).toBe(0)
  })

  test('is deleted with its account, and the holders of other ids stay', async () => {
    const { visitors, userId } = await aChat()
    await visitors.record('member', { userId }, now)
    await visitors.record('guest', { keyHash: 'hash' }, now)
    await visitors.deleteFor(userId)
    expect(await visitors.find('member', now)).toBeUndefined()
    expect(await visitors.find('guest', now)).toEqual({ keyHash: 'hash' })
  })
})

describe('the visitor id', () => {
  test('is always the same for a holder, and differs between holders and between keys', () => {
    const holders = [{ userId: 'ana' }, { userId: 'ben' }, { keyHash: 'ana' }, { keyHash: 'other' }]
    const ids = holders.map((holder) => visitorIdOf('key', holder))
    expect(holders.map((holder) => visitorIdOf('key', holder))).toEqual(ids)
    const all = [...ids, ...holders.map((holder) => visitorIdOf('next-key', holder))]
    expect(new Set(all).size).toBe(8)
    for (const id of all) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })
})
