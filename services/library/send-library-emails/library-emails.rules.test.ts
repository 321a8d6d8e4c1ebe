import { describe, expect, test, vi } from 'vitest'
import { getLibraryEmails, setLibraryEmails } from '#shared/contract/library-emails.ts'
import { keys } from '#platform/table/keys.ts'
import { put, remove, type Write } from '#platform/table/write.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { factsRepository } from '../facts.repository.ts'
import { handle as get } from '../get-library-emails/handler.ts'
import { libraryEmailsRepository } from '../library-emails.repository.ts'
import { libraryRepository } from '../library.repository.ts'
import { mediaRepository } from '../media.repository.ts'
import { handle as send } from './handler.ts'
import { handle as set } from '../set-library-emails/handler.ts'
import { handle as stop } from '../stop-library-emails/handler.ts'

/** 1 March 2027 at 09:00 in London. The email is about February. */
const now = new Date('2027-03-01T09:00:00Z')
const siteUrl = 'https://advice.example'
const facts = { country: 'wales', topic: null, lawAsAt: '2027-01-01', reviewBy: '2028-01-01' } as const

const aLibrary = async () => {
  const world = inMemory({ now })
  const { table, database } = world
  const emails = libraryEmailsRepository(table)
  const library = libraryRepository(table)
  const add = (name: string, at: string, etag = 'first') =>
    library.add(
      `library/${name}`,
      { etag, size: 1, contentType: 'application/pdf' },
      { adminId: 'a', now: new Date(at) },
    )
  const member = await world.account({ plan: 'monthly', fullName: 'Nadia Oyelaran' })
  const choose = (on: boolean, caller = member, at = now) =>
    callInMemory(setLibraryEmails, set, { caller, body: { on }, now: at }, { emails })
  const stored = () => table.list(keys.profile(member.userId).pk, 'library-emails')
  const isOn = async () =>
    (await callInMemory(getLibraryEmails, get, { caller: member, now }, { emails })).body
  const queued = () =>
    database.all().flatMap((item) => (item['entity']?.['S'] === 'email' ? [item['content']?.['M']] : []))
  const run = (at = now) => send({ table, emails, siteUrl }, at)
  return { world, table, emails, add, member, choose, isOn, stored, queued, run }
}

describe('the choice of the monthly email', () => {
  test('is off until the member switches it on, and can be repeated and undone', async () => {
    const { choose, isOn, emails } = await aLibrary()
    expect(await isOn()).toEqual({ on: false })
    const later = new Date(now.getTime() + 60_000)
    await choose(true)
    const [first] = await emails.list()
    await choose(true, undefined, later)
    expect(await emails.list()).toEqual([first])
    expect(await isOn()).toEqual({ on: true })
    for (let i = 0; i < 2; i += 1) expect(await choose(false)).toEqual({ status: 200, body: { on: false } })
    expect(await isOn()).toEqual({ on: false })
  })

  test('is not stored if the email is switched off without ever having been on', async () => {
    const { choose, stored } = await aLibrary()
    await choose(false)
    expect(await stored()).toEqual([])
  })

  test('is not stored for an account that is deleted in the meantime', async () => {
    const { choose, member, table, emails } = await aLibrary()
    const tombstone = { entity: 'tombstone', user_id: member.userId, deleted_at: now.toISOString() }
    await table.transact(put(keys.profile(member.userId), tombstone))
    await choose(true)
    expect(await emails.list()).toEqual([])
  })

  test('keeps the record and the time of the first choice while it is off', async () => {
    const { choose, member, emails, stored } = await aLibrary()
    await choose(true)
    const [on] = await stored()
    for (const at of ['2027-03-02T09:00:00.000Z', '2027-03-03T09:00:00.000Z'])
      await choose(false, member, new Date(at))
    expect(await emails.list()).toEqual([])
    const { gsi1pk: _index, gsi1sk: _sort, ...kept } = on ?? {}
    expect(await stored()).toEqual([{ ...kept, switched_off_at: '2027-03-02T09:00:00.000Z' }])
    await choose(true, member, new Date('2027-03-04T09:00:00Z'))
    expect(await stored()).toEqual([{ ...on, since: '2027-03-04T09:00:00.000Z' }])
  })

  test('rejects a body without a choice', async () => {
    const { member, emails } = await aLibrary()
    expect(
      await callInMemory(setLibraryEmails, set, { caller: member, body: {}, now }, { emails }),
    ).toMatchObject({
      status: 400,
    })
  })
})

describe('send-library-emails', () => {
  test('lists what was added and changed in the month before, once', async () => {
    const { table, add, choose, queued, run } = await aLibrary()
    await add('guides_1_Old.pdf', '2027-01-10T10:00:00Z')
    await add('guides_2_Replaced.pdf', '2027-01-10T10:00:00Z')
    await add('guides_3_New.pdf', '2027-02-01T00:30:00Z')
    await add('guides_4_Later.pdf', '2027-03-01T00:30:00Z')
    await add('guides_2_Replaced.pdf', '2027-02-11T10:00:00Z', 'second')
    const saved = factsRepository(table)
    const by = (at: string) => ({ adminId: 'a', now: new Date(at) })
    await saved.save(
      'library/guides_1_Old.pdf',
      { ...facts, whatChanged: 'First.' },
      by('2027-02-05T10:00:00Z'),
    )
    await saved.save(
      'library/guides_1_Old.pdf',
      { ...facts, whatChanged: 'New form.' },
      by('2027-02-06T10:00:00Z'),
    )
    await saved.save(
      'library/guides_2_Replaced.pdf',
      { ...facts, whatChanged: null },
      by('2027-02-12T10:00:00Z'),
    )
    await choose(true)
    expect(await run()).toEqual({ changes: 3, sent: 1 })
    const item = (title: string, country: object, sentence: string) => ({
      M: { title: { S: title }, country, sentence: { S: sentence } },
    })
    const wales = { S: 'Wales' }
    expect(queued()).toMatchObject([
      {
        month: { S: '2027-02' },
        items: {
          L: [
            item('New.pdf', { NULL: true }, 'New in the library.'),
            item('Old.pdf', wales, 'New form.'),
            item('Replaced.pdf', wales, 'The file was replaced.'),
          ],
        },
      },
    ])
    expect(await run(new Date('2027-03-02T09:00:00Z'))).toEqual({ changes: 3, sent: 0 })
    expect(queued()).toHaveLength(1)
  })

  test('lists no change of a video that was deleted, and added again after the month', async () => {
    const { table, choose, run } = await aLibrary()
    const media = mediaRepository(table)
    const by = (at: string) => ({ adminId: 'a', now: new Date(at) })
    const video = { id: 'abcdefghij1', url: 'u', video_id: 'abcdefghij1', title: 'Deposits' }
    await media.add(video, by('2027-01-10T10:00:00Z'))
    const changed = { ...facts, whatChanged: 'New form.' }
    await factsRepository(table).save(video.id, changed, by('2027-02-05T10:00:00Z'))
    await media.delete(video.id, by('2027-03-01T07:00:00Z'))
    await media.add(video, by('2027-03-01T08:00:00Z'))
    await factsRepository(table).save(video.id, changed, by('2027-03-01T08:30:00Z'))
    await choose(true)
    expect(await run()).toEqual({ changes: 0, sent: 0 })
  })

  test('sends a corrected sentence, and none that was removed', async () => {
    const { table, add, choose, queued, run } = await aLibrary()
    const state = (name: string, whatChanged: string | null, at: string) =>
      factsRepository(table).save(
        `library/${name}`,
        { ...facts, whatChanged },
        { adminId: 'a', now: new Date(at) },
      )
    for (const name of ['guides_1_Corrected.pdf', 'guides_2_Removed.pdf']) {
      await add(name, '2027-01-10T10:00:00Z')
      await state(name, 'Tenants may be asked for two months of rent.', '2027-02-05T10:00:00Z')
    }
    await state('guides_1_Corrected.pdf', 'No rent may be asked in advance.', '2027-03-01T08:00:00Z')
    await state('guides_2_Removed.pdf', null, '2027-02-20T10:00:00Z')
    await choose(true)
    expect(await run()).toEqual({ changes: 1, sent: 1 })
    expect(queued()).toMatchObject([
      { items: { L: [{ M: { sentence: { S: 'No rent may be asked in advance.' } } }] } },
    ])
  })

  test('sends nothing after the first days of the month', async () => {
    const { add, choose, queued, run } = await aLibrary()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    await choose(true)
    expect(await run(new Date('2027-03-04T09:00:00Z'))).toEqual({ changes: 0, sent: 0 })
    expect(queued()).toEqual([])
    expect(await run(new Date('2027-03-03T09:00:00Z'))).toEqual({ changes: 1, sent: 1 })
  })

  test('sends nothing if nothing changed', async () => {
    const { add, choose, queued, run } = await aLibrary()
    await add('guides_1_Old.pdf', '2027-01-10T10:00:00Z')
    await choose(true)
    expect(await run()).toEqual({ changes: 0, sent: 0 })
    expect(queued()).toEqual([])
  })

  test('sends nothing to members who did not ask, former members and deleted accounts', async () => {
    const { world, table, add, choose, run } = await aLibrary()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    await choose(true, await world.account())
    await choose(true, await world.account({ plan: 'annual', subscribedUntil: '2027-02-20T10:00:00Z' }))
    const deleted = await world.account({ plan: 'monthly' })
    await choose(true, deleted)
    await table.transact(remove(keys.profile(deleted.userId)))
    expect(await run()).toEqual({ changes: 1, sent: 0 })
  })
})

describe('while send-library-emails runs', () => {
  test('an account that is deleted gets no email', async () => {
    const { table, add, choose, member, queued, run } = await aLibrary()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    await choose(true)
    const transact = table.transact.bind(table)
    const tombstone = { entity: 'tombstone', user_id: member.userId, deleted_at: now.toISOString() }
    vi.spyOn(table, 'transact').mockImplementationOnce(async (...writes: readonly Write[]) => {
      await transact(put(keys.profile(member.userId), tombstone))
      return transact(...writes)
    })
    expect(await run()).toEqual({ changes: 1, sent: 0 })
    expect(queued()).toEqual([])
  })

  test('a failed email stops no other one, fails the run, and is sent by the next', async () => {
    const { world, table, add, choose, queued, run } = await aLibrary()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    await choose(true)
    await choose(true, await world.account({ plan: 'monthly' }))
    vi.spyOn(table, 'transact').mockRejectedValueOnce(new Error('throttled'))
    await expect(run()).rejects.toThrow('1 library emails were not queued')
    expect(queued()).toHaveLength(1)
    expect(await run(new Date('2027-03-02T09:00:00Z'))).toEqual({ changes: 1, sent: 1 })
    expect(queued()).toHaveLength(2)
  })
})

describe('the link that stops the emails', () => {
  const request = (method: string, query: object, body = '') => ({
    method,
    query: new URLSearchParams({ ...query }),
    bytes: Buffer.from(body),
    now,
  })

  const aSubscriber = async () => {
    const { emails, choose, isOn, ...world } = await aLibrary()
    await choose(true)
    const [record] = await emails.list()
    const link = { account: record?.user_id ?? '', token: record?.stop_token ?? '' }
    const press = (...of: Parameters<typeof request>) => stop(request(...of), { emails })
    return { ...world, link, choose, isOn, press }
  }

  test('changes nothing when it is opened, and stops the emails by the button, once or twice', async () => {
    const { link, isOn, press } = await aSubscriber()
    const opened = await press('GET', link)
    expect(opened.body).toContain(link.token)
    expect(await isOn()).toEqual({ on: true })
    const fields = new URLSearchParams(link).toString()
    for (let i = 0; i < 2; i += 1) expect(await press('POST', {}, fields)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test('stops them without a person, as mail programs ask', async () => {
    const { link, isOn, press } = await aSubscriber()
    expect(await press('POST', link, 'List-Unsubscribe=One-Click')).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test.each([{ token: 'another' }, { account: '' }, { token: 'x'.repeat(101) }])(
    'is rejected with %j, and the emails stay on',
    async (wrong) => {
      const { link, isOn, press } = await aSubscriber()
      expect(await press('POST', { ...link, ...wrong })).toMatchObject({ statusCode: 400 })
      expect(await isOn()).toEqual({ on: true })
    },
  )

  test('of an earlier email stops them after they were switched off and on again', async () => {
    const { link, choose, isOn, press } = await aSubscriber()
    for (const on of [false, true]) await choose(on)
    expect(await isOn()).toEqual({ on: true })
    expect(await press('POST', link)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test('is accepted while they are off only with the right token', async () => {
    const { link, choose, isOn, press } = await aSubscriber()
    await choose(false)
    expect(await press('POST', { ...link, token: 'another' })).toMatchObject({ statusCode: 400 })
    expect(await press('POST', link)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test('is accepted for an account without a record, which gets no emails', async () => {
    const { link, isOn, member, table, press } = await aSubscriber()
    await table.transact(remove(keys.libraryEmails(member.userId)))
    expect(await press('POST', link)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
    expect(await table.list(keys.profile(member.userId).pk, 'library-emails')).toEqual([])
  })
})
