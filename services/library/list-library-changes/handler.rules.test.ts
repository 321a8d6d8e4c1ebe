import { describe, expect, test } from 'vitest'
import { listLibraryChanges } from '#shared/contract/library-facts.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { factsRepository } from '../facts.repository.ts'
import { libraryChange } from '../library-change.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const withChanges = async (count: number) => {
  const world = inMemory({ now })
  const deps = { facts: factsRepository(world.table) }
  const caller = await world.account({ plan: 'monthly' })
  for (let minute = 0; minute < count; minute += 1) {
    const at = new Date(now.getTime() + minute * 60_000)
    for (const item of ['library/guides_1_a.pdf', 'abcdefghij1'])
      await world.table.transact(libraryChange(item, { whatChanged: `${minute}`, lawAsAt: null }, at))
  }
  return (item: string) => callInMemory(listLibraryChanges, handle, { caller, body: { item }, now }, deps)
}

describe('list-library-changes', () => {
  test('lists the last 50 changes of one item, newest first', async () => {
    const list = await withChanges(51)
    for (const item of ['library/guides_1_a.pdf', 'abcdefghij1']) {
      const { body } = await list(item)
      expect(body).toMatchObject({ data: { length: 50, 0: { whatChanged: '50' }, 49: { whatChanged: '1' } } })
    }
  })

  test('lists nothing for an item without changes, and rejects what is not an item', async () => {
    const list = await withChanges(0)
    expect(await list('abcdefghij1')).toEqual({ status: 200, body: { data: [] } })
    expect(await list('../secrets')).toMatchObject({ status: 400 })
  })
})
