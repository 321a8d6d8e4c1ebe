import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { keys } from '../table/keys.ts'
import { recordPassContact } from './pass-contact.ts'

const now = new Date('2027-03-01T10:00:00.000Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const key = keys.pass('holder', 'cs_1')

/** Records a contact with a stored pass. Returns its last contact. */
const contactWith = async (pass: { readonly startedAt?: string; readonly lastSeenAt?: string }) => {
  const { table } = inMemory({ now })
  await table.put(key, { entity: 'pass', last_seen_at: pass.lastSeenAt ?? null })
  await recordPassContact(table, { key, ...pass }, now)
  return (await table.list(key.pk, key.sk))[0]?.['last_seen_at']
}

describe('a contact of the holder of a pass', () => {
  test('is recorded once a minute at most', async () => {
    expect(await contactWith({})).toBe(now.toISOString())
    expect(await contactWith({ lastSeenAt: secondsAgo(61) })).toBe(now.toISOString())
    expect(await contactWith({ lastSeenAt: secondsAgo(59) })).toBe(secondsAgo(59))
  })

  test('is not recorded after the start of the pass', async () => {
    expect(await contactWith({ startedAt: secondsAgo(60), lastSeenAt: secondsAgo(90) })).toBe(secondsAgo(90))
  })

  test('stores nothing about a pass that was deleted in the meantime', async () => {
    const { table, database } = inMemory({ now })
    await recordPassContact(table, { key }, now)
    expect(database.all()).toEqual([])
  })
})
