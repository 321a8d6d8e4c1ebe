import { describe, expect, test } from 'vitest'
import { listLibraryChanges } from '#shared/contract/library-facts.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { factsRepository } from '../facts.repository.ts'
import { libraryChangeWrite } from '../library-change.ts'
import { mediaRepository } from '../media.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const withChanges = async (count: number) => {
  const world = inMemory({ now })
  const deps = { facts: factsRepository(world.table) }
  const caller = await world.account({ plan: 'monthly' })
  for (let minute = 0; minute < count; minute += 1) {
    const at = new Date(now.getTime() + minute * 60_000)
    for (const item of ['library/guides_1_a.pdf', 'abcdefghij1'])
      await world.table.transact(libraryChangeWrite(item, { whatChanged: `${minute}`, lawAsAt: null }, at))
  }
  const stored = () => world.database.all()
  const list = (item: string) =>
    callInMemory(listLibraryChanges, handle, { caller, body: { item }, now }, deps)
  return Object.assign(list, { stored })
}

describe('list-library-changes', () => {
  test('lists the last 50 changes of one item, newest first', async () => {
    const list = await withChanges(51)
    for (const item of ['library/guides_1_a.pdf', 'abcdefghij1']) {
      const { body } = await list(item)
      expect(body).toMatchObject({ data: { length: 50, 0: { whatChanged: '50' }, 49: { whatChanged: '1' } } })
    }
  })

  test('lists no changes of a video from before it was deleted and added again', async () => {
    const world = inMemory({ now })
    const deps = { facts: factsRepository(world.table) }
    const media = mediaRepository(world.table)
    const caller = await world.account({ plan: 'monthly' })
    const by = (minute: number) => ({ adminId: 'a', now: new Date(now.getTime() + minute * 60_000) })
    const video = { id: 'abcdefghij1', url: 'u', video_id: 'abcdefghij1', title: 'Deposits' }
    const facts = { country: 'wales', lawAsAt: '2027-01-01', reviewBy: '2028-01-01' } as const
    await media.add(video, by(0))
    await deps.facts.save(video.id, { ...facts, whatChanged: 'A wrong sentence.' }, by(1))
    await media.delete(video.id, by(2))
    await media.add(video, by(3))
    const list = () =>
      callInMemory(listLibraryChanges, handle, { caller, body: { item: video.id }, now }, deps)
    expect(await list()).toEqual({ status: 200, body: { data: [] } })
    await deps.facts.save(video.id, { ...facts, whatChanged: 'A right one.' }, by(4))
    expect(await list()).toMatchObject({ body: { data: { length: 1, 0: { whatChanged: 'A right one.' } } } })
  })

  test('returns the same changes each time, and writes nothing', async () => {
    const list = await withChanges(2)
    const before = list.stored()
    expect(await list('abcdefghij1')).toEqual(await list('abcdefghij1'))
    expect(list.stored()).toEqual(before)
  })

  test('lists nothing for an item without changes, and rejects what is not an item', async () => {
    const list = await withChanges(0)
    expect(await list('abcdefghij1')).toEqual({ status: 200, body: { data: [] } })
    expect(await list('../secrets')).toMatchObject({ status: 400 })
  })
})
