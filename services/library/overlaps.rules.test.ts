import { describe, expect, test } from 'vitest'
import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { beforeNextWrite } from '#test/kit/overlap.ts'
import { factsRepository } from './facts.repository.ts'
import { libraryRepository } from './library.repository.ts'
import { mediaRepository } from './media.repository.ts'
import { titleRepository } from './title.repository.ts'
import { unfinishedFileRepository } from './unfinished-file.repository.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 2, 1, 10, minute))
const name = 'guides_1_Gas safety.pdf'
const path = `library/${name}`
const first = { etag: 'first', size: 5, contentType: 'application/pdf' }
/** The admin whose request the other admin overtakes, and that other admin. */
const one = { adminId: 'one', now: at(2) }
const other = { adminId: 'other', now: at(1) }

const aLibrary = async () => {
  const { table, database } = inMemory({ now: at(0) })
  const library = libraryRepository(table)
  await library.add(path, first, { adminId: 'one', now: at(0) })
  return {
    table,
    library,
    facts: factsRepository(table),
    titles: titleRepository(table),
    media: mediaRepository(table),
    unfinished: unfinishedFileRepository(table),
    stored: (entity: string) => database.all().filter((item) => item['entity']?.['S'] === entity),
  }
}

describe('facts that two admins save at the same time', () => {
  const before: LibraryFacts = {
    country: 'both',
    topic: null,
    lawAsAt: '2027-01-01',
    reviewBy: '2027-08-01',
    whatChanged: null,
  }
  const changes: readonly Partial<LibraryFacts>[] = [
    { country: 'wales' },
    { topic: 'safety' },
    { lawAsAt: '2027-02-01' },
    { reviewBy: '2027-09-01' },
    { whatChanged: 'A new record.' },
  ]

  test.each(changes)('keep the change of the other admin: %j', async (change) => {
    for (const own of changes.filter((another) => Object.keys(another)[0] !== Object.keys(change)[0])) {
      const { table, facts } = await aLibrary()
      await facts.save(path, before, { adminId: 'one', now: at(0) })
      beforeNextWrite(table, () => facts.save(path, change, other))
      expect(await facts.save(path, own, one)).toEqual({ ...before, ...change, ...own })
    }
  })
})

describe('a title and a description that two admins save at the same time', () => {
  test('are both kept', async () => {
    const { table, titles } = await aLibrary()
    const seen = { title: 'Gas', description: 'A guide' }
    await titles.save({ path, ...seen }, { adminId: 'one', now: at(0) })
    beforeNextWrite(table, () =>
      titles.save({ path, title: 'Gas safety', description: 'A guide' }, other, seen),
    )
    await titles.save({ path, title: 'Gas', description: 'A longer guide' }, one, seen)
    beforeNextWrite(table, () =>
      titles.save({ path, title: 'Gas safety', description: 'The guide' }, other, {
        title: 'Gas safety',
        description: 'A longer guide',
      }),
    )
    await titles.save({ path, title: 'Gas in Wales', description: 'A longer guide' }, one, {
      title: 'Gas safety',
      description: 'A longer guide',
    })
    expect(await titles.list([path])).toMatchObject([{ title: 'Gas in Wales', description: 'The guide' }])
  })

  test('are not deleted if another admin has changed one of them', async () => {
    const { table, titles } = await aLibrary()
    const seen = { title: 'Gas', description: 'A guide' }
    await titles.save({ path, ...seen }, { adminId: 'one', now: at(0) })
    expect(await titles.delete(path, one, { ...seen, description: 'Another' })).toBe(false)
    expect(await titles.delete(path, one, { ...seen, title: 'Another' })).toBe(false)
    beforeNextWrite(table, () => titles.save({ path, title: 'Gas safety', description: 'A guide' }, other))
    expect(await titles.delete(path, one, seen)).toBe(false)
    expect(await titles.list([path])).toMatchObject([{ title: 'Gas safety' }])
  })

  test('are not stored for a file that is deleted in the meantime', async () => {
    const { table, titles, library, stored } = await aLibrary()
    const seen = { title: null, description: null }
    beforeNextWrite(table, () => library.remove(path, other))
    expect(await titles.save({ path, title: 'Gas', description: null }, one, seen)).toBe('not_listed')
    expect(stored('file_title')).toEqual([])
  })
})

describe('a file that is deleted while its replacement is listed', () => {
  test('is not listed again', async () => {
    const { table, library, stored } = await aLibrary()
    beforeNextWrite(table, () => library.remove(path, other))
    expect(await library.add(path, { ...first, etag: 'second' }, one)).toBe(false)
    expect(stored('library_file')).toEqual([])
  })

  test('is not listed again by the same content with another id', async () => {
    const { table, library, stored } = await aLibrary()
    beforeNextWrite(table, () => library.remove(path, other))
    expect(await library.add(path, { ...first, upload: 'another' }, one)).toBe(false)
    expect(stored('library_file')).toEqual([])
  })
})

describe('the record of an unfinished file', () => {
  test('is kept if the change was started again after it was read', async () => {
    const { unfinished } = await aLibrary()
    await unfinished.startDeletion(path, { adminId: 'one', now: at(0) })
    const [read] = await unfinished.list(at(5))
    await unfinished.startDeletion(path, { adminId: 'one', now: at(4) })
    if (read === undefined) throw new Error('The deletion is not listed')
    await unfinished.forget(read)
    expect(await unfinished.list(at(5))).toHaveLength(1)
  })

  test.each(['abandonUpload', 'endUpload'] as const)('is kept by %s of another upload', async (end) => {
    const { unfinished } = await aLibrary()
    const started = { upload: 'own', thumbnail: undefined, mustBeListed: false }
    await unfinished.startUpload(path, started, { adminId: 'one', now: at(0) })
    await unfinished[end](path, 'another')
    expect(await unfinished.list(at(5))).toEqual([
      {
        entity: 'unfinished_file',
        name,
        change: 'upload',
        upload: 'own',
        admin_id: 'one',
        started_at: at(0).toISOString(),
      },
    ])
  })

  test('of a deletion is kept when an upload ends', async () => {
    const { unfinished } = await aLibrary()
    await unfinished.startDeletion(path, { adminId: 'one', now: at(0) })
    await unfinished.endUpload(path, 'own')
    expect(await unfinished.list(at(5))).toMatchObject([{ change: 'deletion' }])
  })
})

describe('a video', () => {
  const video = {
    id: 'dQw4w9WgXcQ',
    video_id: 'dQw4w9WgXcQ',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  }

  test('keeps the title of another admin if one adds it again without a title', async () => {
    const { table, media } = await aLibrary()
    await media.add({ ...video, title: 'Deposits' }, { adminId: 'one', now: at(0) })
    await table.put(keys.mediaLink(video.id), {
      ...(await table.list(keys.mediaLink(video.id).pk, keys.mediaLink(video.id).sk))[0],
      is_active: false,
    })
    beforeNextWrite(table, () => media.add({ ...video, title: 'Deposits in Wales' }, other))
    expect(await media.add({ ...video, title: null }, one)).toMatchObject({ title: 'Deposits in Wales' })
    expect(await media.list({ includeInactive: false })).toMatchObject([{ title: 'Deposits in Wales' }])
  })

  test('that is not active is listed for admins only', async () => {
    const { table, media } = await aLibrary()
    await table.transact(
      put(keys.mediaLink(video.id), {
        entity: 'media_link',
        ...video,
        provider: 'youtube',
        title: null,
        is_active: false,
        created_at: at(0).toISOString(),
      }),
    )
    expect(await media.list({ includeInactive: false })).toEqual([])
    expect(await media.list({ includeInactive: true })).toMatchObject([{ id: video.id }])
  })

  test('is deleted once, with one entry in the audit log', async () => {
    const { table, media, stored } = await aLibrary()
    await media.add({ ...video, title: 'Deposits' }, { adminId: 'one', now: at(0) })
    const entries = stored('audit').length
    beforeNextWrite(table, () => media.delete(video.id, other))
    await media.delete(video.id, one)
    await media.delete(video.id, one)
    expect(stored('audit')).toHaveLength(entries + 1)
  })
})
