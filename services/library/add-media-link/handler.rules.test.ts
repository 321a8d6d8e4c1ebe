import { describe, expect, test } from 'vitest'
import { addMediaLink } from '#shared/contract/library.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { mediaRepository } from '../media.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const aLibrary = async () => {
  const world = inMemory({ now })
  const media = mediaRepository(world.table)
  const caller = await world.account()
  const add = (body: object, at = now) =>
    callInMemory(addMediaLink, handle, { caller, body, now: at }, { media })
  const audits = () => world.database.all().filter((item) => item['action']?.['S'] === 'video-added')
  return { world, add, audits, videos: () => media.list({ includeInactive: true }) }
}

describe('add-media-link', () => {
  test('lists a video once, with the last title, when sent twice', async () => {
    const { add, videos } = await aLibrary()
    const url = 'https://www.youtube.com/watch?v=addTest0002'
    expect(await add({ url, title: 'First' })).toMatchObject({ body: { outcome: 'added' } })
    expect(await add({ url, title: 'Last' })).toMatchObject({ body: { outcome: 'title_updated' } })
    expect(await add({ url, title: 'Last' })).toMatchObject({ body: { outcome: 'unchanged' } })
    expect(await videos()).toMatchObject([{ video_id: 'addTest0002', title: 'Last' }])
  })

  test('keeps the title of a video that is sent again without one', async () => {
    const { add, videos } = await aLibrary()
    const url = 'https://www.youtube.com/watch?v=addTest0006'
    await add({ url, title: 'First' })
    expect(await add({ url, title: '' })).toMatchObject({ body: { title: 'First', outcome: 'unchanged' } })
    expect(await videos()).toMatchObject([{ title: 'First' }])
    expect((await videos())[0]).not.toHaveProperty('changed_at')
  })

  test('writes nothing for a video that is sent again unchanged', async () => {
    const { world, add, audits } = await aLibrary()
    const url = 'https://www.youtube.com/watch?v=addTest0008'
    await add({ url, title: 'First' })
    const before = world.database.all()
    for (const title of ['First', '']) await add({ url, title }, new Date('2027-03-02T10:00:00Z'))
    expect(world.database.all()).toEqual(before)
    await add({ url, title: 'Second' }, new Date('2027-03-03T10:00:00Z'))
    expect(audits()).toHaveLength(2)
  })

  test('shows a hidden video that is sent again unchanged, and records it', async () => {
    const { world, add, audits, videos } = await aLibrary()
    const url = 'https://www.youtube.com/watch?v=addTest0009'
    await add({ url, title: 'First' })
    const hidden = update(keys.mediaLink('addTest0009'), 'SET is_active = :no', { values: { ':no': false } })
    await world.table.transact(hidden)
    await add({ url, title: 'First' }, new Date('2027-03-02T10:00:00Z'))
    expect(await videos()).toMatchObject([{ is_active: true }])
    expect(audits()).toHaveLength(2)
  })

  test('keeps a title that another admin saves at the same moment', async () => {
    const { world, add, videos } = await aLibrary()
    const url = 'https://www.youtube.com/watch?v=addTest0007'
    const { table } = world
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      table.transact = transact
      await add({ url, title: 'Theirs' })
      return transact(...writes)
    }
    await add({ url, title: '' })
    expect(await videos()).toMatchObject([{ title: 'Theirs' }])
    await Promise.all([add({ url, title: 'New' }), add({ url, title: '' })])
    expect(await videos()).toMatchObject([{ title: 'New' }])
  })

  test('keeps the time of the addition when the title changes, and records the time of the change', async () => {
    const { add, videos } = await aLibrary()
    const url = 'https://www.youtube.com/watch?v=addTest0005'
    const created_at = now.toISOString()
    await add({ url, title: 'First' })
    const [same, other] = [new Date('2027-03-02T10:00:00Z'), new Date('2027-03-03T10:00:00Z')]
    await add({ url, title: 'First' }, same)
    expect((await videos())[0]).not.toHaveProperty('changed_at')
    expect(await add({ url, title: 'Second' }, other)).toMatchObject({
      body: { title: 'Second', created_at },
    })
    expect(await videos()).toMatchObject([{ created_at, changed_at: other.toISOString() }])
    await add({ url, title: 'Second' }, new Date('2027-03-04T10:00:00Z'))
    expect(await videos()).toMatchObject([{ created_at, changed_at: other.toISOString() }])
  })

  test.each(['https://vimeo.com/addTest0003', 'javascript:alert(1)', 'https://youtu.be/short', ''])(
    'rejects the address %j',
    async (url) => {
      const { add, videos } = await aLibrary()
      expect(await add({ url })).toEqual(apiError('invalid_video_url'))
      expect(await videos()).toEqual([])
    },
  )

  test.each([{}, { url: 7 }, { url: 'https://youtu.be/addTest0004', title: 'x'.repeat(201) }])(
    'rejects %j',
    async (body) => {
      const { add, videos } = await aLibrary()
      expect(await add(body)).toMatchObject({ status: 400 })
      expect(await videos()).toEqual([])
    },
  )
})
