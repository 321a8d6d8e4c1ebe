import { describe, expect, test } from 'vitest'
import { getLibrary } from '#shared/contract/library-facts.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { factsRepository } from '../facts.repository.ts'
import { libraryRepository } from '../library.repository.ts'
import { mediaRepository } from '../media.repository.ts'
import { titleRepository } from '../title.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const actor = { adminId: 'admin', now }
const facts = {
  country: 'wales',
  topic: 'rent',
  lawAsAt: '2027-01-31',
  reviewBy: '2027-07-31',
  whatChanged: 'New form.',
} as const

const aLibrary = async () => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const deps = {
    library,
    titles: titleRepository(world.table),
    media: mediaRepository(world.table),
    facts: factsRepository(world.table),
  }
  const add = (name: string) =>
    library.add(`library/${name}`, { etag: name, size: 5, contentType: 'application/pdf' }, actor)
  const get = async (caller: Awaited<ReturnType<typeof world.account>>) =>
    callInMemory(getLibrary, handle, { caller, now }, deps)
  const { table } = world
  return {
    ...deps,
    table,
    add,
    get,
    member: await world.account({ plan: 'monthly' }),
    admin: await world.account(),
  }
}

const aVideo = {
  id: 'abcdefghij1',
  url: 'https://www.youtube.com/watch?v=abcdefghij1',
  video_id: 'abcdefghij1',
  title: 'Check-in day',
}

describe('get-library', () => {
  test('returns files in order of name and videos, with titles and facts, at every call', async () => {
    const { titles, media, facts: saved, add, get, member } = await aLibrary()
    const path = 'library/guides_1_Rent.pdf'
    await add('templates_2_Letter.docx')
    await add('guides_1_Rent.pdf')
    await titles.save({ path, title: 'Rent in Wales', description: null }, actor)
    await media.add(aVideo, actor)
    for (const item of [path, aVideo.id]) await saved.save(item, facts, actor)
    const listed = { ...facts, whatChangedAt: now.toISOString() }
    const times = { createdAt: now.toISOString(), changedAt: now.toISOString() }
    const untitled = { title: null, description: null, size: 5, ...times, facts: null }
    const expected = {
      status: 200,
      body: {
        files: [
          { ...untitled, name: 'guides_1_Rent.pdf', title: 'Rent in Wales', facts: listed },
          { ...untitled, name: 'templates_2_Letter.docx' },
        ],
        videos: [{ ...aVideo, created_at: times.createdAt, changedAt: times.changedAt, facts: listed }],
      },
    }
    expect(await get(member)).toEqual(expected)
    expect(await get(member)).toEqual(expected)
  })

  test('dates the last change of a file by its content if that is newer than the sentence', async () => {
    const { library, facts: saved, add, get, member } = await aLibrary()
    await add('guides_1_Rent.pdf')
    await saved.save('library/guides_1_Rent.pdf', facts, actor)
    const later = { ...actor, now: new Date('2027-03-05T10:00:00Z') }
    const content = { etag: 'second', size: 6, contentType: 'application/pdf' }
    await library.add('library/guides_1_Rent.pdf', content, later)
    expect(await get(member)).toMatchObject({
      body: { files: [{ changedAt: later.now.toISOString(), facts: { whatChangedAt: now.toISOString() } }] },
    })
  })

  test('dates the last change of a file or video by the sentence about it', async () => {
    const { media, facts: saved, add, get, member } = await aLibrary()
    const later = { ...actor, now: new Date('2027-03-05T10:00:00Z') }
    await add('guides_1_Rent.pdf')
    await media.add(aVideo, actor)
    for (const item of ['library/guides_1_Rent.pdf', aVideo.id]) {
      await saved.save(item, { ...facts, whatChanged: null }, actor)
      await saved.save(item, { whatChanged: 'New form.' }, later)
    }
    const changed = { changedAt: later.now.toISOString() }
    expect(await get(member)).toMatchObject({ body: { files: [changed], videos: [changed] } })
  })

  test('returns videos that are not active to admins only', async () => {
    const { table, media, get, admin, member } = await aLibrary()
    await media.add(aVideo, actor)
    const hide = { values: { ':no': false } }
    await table.transact(update(keys.mediaLink(aVideo.id), 'SET is_active = :no', hide))
    expect(await get(member)).toMatchObject({ body: { videos: [] } })
    expect(await get(admin)).toMatchObject({ body: { videos: [{ id: aVideo.id }] } })
  })

  test('returns more files than a page of the list', async () => {
    const { add, get, admin, member } = await aLibrary()
    for (let i = 0; i < 250; i += 1) await add(`guides_${i}_a.pdf`)
    for (const caller of [admin, member])
      expect(await get(caller)).toMatchObject({ body: { files: { length: 250 } } })
  })
})
