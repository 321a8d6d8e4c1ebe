import { describe, expect, test } from 'vitest'
import { listLibraryChanges, saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { auditRecord } from '#platform/table/audit.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { factsRepository } from '../facts.repository.ts'
import { libraryRepository } from '../library.repository.ts'
import { handle as list } from '../list-library-changes/handler.ts'
import { titleRepository } from '../title.repository.ts'
import { handle } from './handler.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 2, 1, 10, minute))
const item = 'library/guides_1_Gas safety.pdf'
const facts = {
  country: 'both',
  topic: 'safety',
  lawAsAt: '2027-02-01',
  reviewBy: '2027-08-01',
  whatChanged: 'New record to give to tenants.',
} as const

const aLibrary = async () => {
  const { table, account, database } = inMemory({ now: at(0) })
  const library = libraryRepository(table)
  const deps = { facts: factsRepository(table) }
  const caller = await account()
  const add = (etag: string, minute: number) =>
    library.add(
      item,
      { etag, size: 5, contentType: 'application/pdf' },
      { adminId: caller.userId, now: at(minute) },
    )
  await add('first', 0)
  const save = (body: object, minute = 1) =>
    callInMemory(saveLibraryFacts, handle, { caller, body, now: at(minute) }, deps)
  const changes = async () => {
    const request = { caller, body: { item }, now: at(59) }
    return callInMemory(listLibraryChanges, list, request, deps)
  }
  const audited = async () => {
    const items = await table.listByIndex(keys.auditBy(caller.userId, '').gsi1pk)
    return items.map((entry) => auditRecord.parse(entry).action)
  }
  return {
    library,
    titles: titleRepository(table),
    add,
    save,
    changes,
    audited,
    database,
    listAll: deps.facts.listAll,
  }
}

describe('save-library-facts', () => {
  test('saves, audits and records a change once when it is sent twice', async () => {
    const { save, changes, audited, listAll } = await aLibrary()
    for (let i = 1; i < 3; i += 1)
      expect(await save({ item, ...facts }, i)).toEqual({ status: 200, body: facts })
    expect(await listAll()).toEqual(new Map([[item, { ...facts, whatChangedAt: at(1).toISOString() }]]))
    expect(await audited()).toEqual(['file-added', 'facts-saved'])
    const change = { at: at(1).toISOString(), whatChanged: facts.whatChanged, lawAsAt: facts.lawAsAt }
    expect(await changes()).toEqual({ status: 200, body: { data: [change] } })
  })

  test('keeps the facts and the history of a file that is replaced, and lists its changes newest first', async () => {
    const { library, titles, add, save, changes, audited, listAll } = await aLibrary()
    await save({ item, ...facts })
    await titles.save({ path: item, title: 'Gas', description: null }, { adminId: 'a', now: at(2) })
    for (let i = 0; i < 2; i += 1) await add('second', 3)
    expect(await listAll()).toEqual(new Map([[item, { ...facts, whatChangedAt: at(1).toISOString() }]]))
    expect((await titles.listAll()).get(item)?.title).toBe('Gas')
    expect(await library.listFiles()).toMatchObject([
      { created_at: at(0).toISOString(), replaced_at: at(3).toISOString() },
    ])
    expect(await audited()).toEqual(['file-added', 'facts-saved', 'file-replaced'])
    expect(await changes()).toMatchObject({
      body: { data: [{ at: at(3).toISOString(), whatChanged: null }, { whatChanged: facts.whatChanged }] },
    })
  })

  test('announces a sentence once, when it is new', async () => {
    const { save, changes, listAll } = await aLibrary()
    await save({ item, ...facts })
    await save({ item, ...facts, reviewBy: '2028-08-01' }, 2)
    await save({ item, lawAsAt: '2027-02-20' }, 3)
    expect(await changes()).toMatchObject({
      body: { data: [{ whatChanged: null }, { whatChanged: null }, { whatChanged: facts.whatChanged }] },
    })
    expect((await listAll()).get(item)).toMatchObject({
      whatChanged: facts.whatChanged,
      whatChangedAt: at(1).toISOString(),
    })
  })

  test('changes only the fields that are sent, even when two admins save at the same time', async () => {
    const { save, listAll, database } = await aLibrary()
    await save({ item, ...facts })
    let other: Promise<unknown> | undefined
    database.onTransaction = () => {
      database.onTransaction = () => undefined
      other = save({ item, topic: null }, 2)
    }
    expect(await save({ item, country: 'wales' }, 3)).toMatchObject({ status: 200 })
    expect(await other).toMatchObject({ status: 200 })
    expect((await listAll()).get(item)).toMatchObject({ ...facts, country: 'wales', topic: null })
  })

  test('rejects the second of two admins who save the first facts of an item at the same time', async () => {
    const { save, listAll, database, audited } = await aLibrary()
    const second = { item, ...facts, country: 'wales', whatChanged: 'New for Wales.', seen: null }
    let other: Promise<unknown> | undefined
    database.onTransaction = () => {
      database.onTransaction = () => undefined
      other = save(second, 2)
    }
    expect(await save({ item, ...facts, seen: null }, 3)).toEqual({ status: 200, body: facts })
    expect(await other).toEqual(apiError('item_changed'))
    expect((await listAll()).get(item)).toMatchObject(facts)
    expect(await audited()).toEqual(['file-added', 'facts-saved'])
    expect(await save({ ...second, seen: facts }, 4)).toMatchObject({ body: { country: 'wales' } })
  })

  test('rejects another value only for a field that the other admin has changed', async () => {
    const { save, listAll } = await aLibrary()
    await save({ item, ...facts, seen: null })
    await save({ item, country: 'wales', seen: facts }, 2)
    expect(await save({ item, country: 'england', seen: facts }, 3)).toEqual(apiError('item_changed'))
    expect(await save({ item, topic: null, seen: facts }, 3)).toMatchObject({ status: 200 })
    // This is a repeated request, or a request with the same values.
    expect(await save({ item, country: 'wales', seen: facts }, 4)).toMatchObject({ status: 200 })
    expect((await listAll()).get(item)).toMatchObject({ ...facts, country: 'wales', topic: null })
  })

  test('invents no dates for an item without facts', async () => {
    const { save, listAll } = await aLibrary()
    expect(await save({ item, country: 'wales' })).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed' } },
    })
    expect(await listAll()).toEqual(new Map())
  })

  test('deletes the facts with the file, and keeps none for an unknown file', async () => {
    const { library, save, listAll } = await aLibrary()
    await save({ item, ...facts })
    await library.remove(item, { adminId: 'a', now: at(2) })
    expect(await listAll()).toEqual(new Map())
    const deleted = (kind: string) => apiError('not_found', `This ${kind} has been deleted.`)
    expect(await save({ item, ...facts })).toEqual(deleted('file'))
    expect(await save({ item: 'abcdefghij1', ...facts })).toEqual(deleted('video'))
    // If the file still existed without facts, the first request would be incomplete, and the second would conflict.
    expect(await save({ item, country: 'wales' })).toEqual(deleted('file'))
    expect(await save({ item, country: 'wales', seen: facts })).toEqual(deleted('file'))
    expect(await listAll()).toEqual(new Map())
  })

  test.each([
    { item: '../secrets' },
    { country: 'scotland' },
    { topic: 'pets' },
    { lawAsAt: '2027-02-30' },
    { reviewBy: '2027-02-01' },
    { reviewBy: null },
    { whatChanged: 'x'.repeat(201) },
  ])('rejects %j', async (changes) => {
    const { save, listAll } = await aLibrary()
    expect(await save({ item, ...facts, ...changes })).toMatchObject({ status: 400 })
    expect(await listAll()).toEqual(new Map())
  })
})
