import { describe, expect, test, vi } from 'vitest'
import { setLibraryEmails } from '#shared/contract/library-emails.ts'
import { findAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import { put, remove, type Write } from '#platform/table/write.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryEmailsInMemory, now, siteUrl } from '#test/kit/in-memory/library-emails.ts'
import { factsRepository } from '../facts.repository.ts'
import { stopLinkOf } from '../library-emails.repository.ts'
import { mediaRepository } from '../media.repository.ts'
import { handle as set } from '../set-library-emails/handler.ts'

const facts = { country: 'wales', topic: null, lawAsAt: '2027-01-01', reviewBy: '2028-01-01' } as const

describe('the choice of the monthly email', () => {
  test('is off until the member switches it on, and can be repeated and undone', async () => {
    const { choose, isOn, emails } = await libraryEmailsInMemory()
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
    const { choose, stored } = await libraryEmailsInMemory()
    await choose(false)
    expect(await stored()).toEqual([])
  })

  test('is not stored for an account that is deleted in the meantime', async () => {
    const { choose, member, table, emails } = await libraryEmailsInMemory()
    const tombstone = { entity: 'tombstone', user_id: member.userId, deleted_at: now.toISOString() }
    await table.transact(put(keys.profile(member.userId), tombstone))
    await choose(true)
    expect(await emails.list()).toEqual([])
  })

  test('keeps the record and the time of the first choice while it is off', async () => {
    const { choose, member, emails, stored } = await libraryEmailsInMemory()
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
    const { member, emails } = await libraryEmailsInMemory()
    expect(
      await callInMemory(setLibraryEmails, set, { caller: member, body: {}, now }, { emails }),
    ).toMatchObject({
      status: 400,
    })
  })
})

describe('send-library-emails', () => {
  test('lists what was added and changed in the month before, once', async () => {
    const { table, add, choose, queued, run } = await libraryEmailsInMemory()
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
    const { table, choose, run } = await libraryEmailsInMemory()
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
    const { table, add, choose, queued, run } = await libraryEmailsInMemory()
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

  test('lists what changed in the month of London, and nothing of the days around it', async () => {
    const { world, add, choose, queued, run } = await libraryEmailsInMemory()
    const changed = [
      ['Before', '2027-05-31T22:59:00Z'],
      ['First', '2027-05-31T23:01:00Z'],
      ['Last', '2027-06-30T22:59:00Z'],
      ['After', '2027-06-30T23:01:00Z'],
    ] as const
    for (const [name, at] of changed) {
      await add(`guides_1_${name}.pdf`, '2027-01-10T10:00:00Z')
      await add(`guides_1_${name}.pdf`, at, 'second')
    }
    await choose(true, await world.account({ plan: 'annual', subscribedUntil: '2028-01-01T00:00:00Z' }))
    expect(await run(new Date('2027-07-01T09:00:00Z'))).toEqual({ changes: 2, sent: 1 })
    expect(queued()).toMatchObject([
      { items: { L: [{ M: { title: { S: 'First.pdf' } } }, { M: { title: { S: 'Last.pdf' } } }] } },
    ])
  })

  test('names 50 items, and says how many more there are', async () => {
    const { add, choose, queued, run } = await libraryEmailsInMemory()
    for (let i = 0; i < 52; i += 1) await add(`guides_${i}_New.pdf`, '2027-02-10T10:00:00Z')
    await choose(true)
    expect(await run()).toEqual({ changes: 52, sent: 1 })
    expect(queued()).toMatchObject([{ items: { L: { length: 50 } }, more: { N: '2' } }])
  })

  test('sends each member a link that stops only the emails of this member', async () => {
    const { world, emails, add, choose, run, table } = await libraryEmailsInMemory()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    const others = [await world.account({ plan: 'monthly' }), await world.account({ plan: 'annual' })]
    for (const member of [undefined, ...others]) await choose(true, member)
    expect(await run()).toEqual({ changes: 1, sent: 3 })
    for (const record of await emails.list()) {
      const profile = await findAccount(table, record.user_id)
      const address = profile?.profile.email ?? ''
      const [email] = await table.listByIndex(keys.emailsTo(address, '').gsi1pk)
      expect(email).toMatchObject({ content: { stop_link: stopLinkOf(siteUrl, record) } })
    }
  })

  test('sends nothing after the first days of the month', async () => {
    const { add, choose, queued, run } = await libraryEmailsInMemory()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    await choose(true)
    expect(await run(new Date('2027-03-04T09:00:00Z'))).toEqual({ changes: 0, sent: 0 })
    expect(queued()).toEqual([])
    expect(await run(new Date('2027-03-03T09:00:00Z'))).toEqual({ changes: 1, sent: 1 })
  })

  test('sends nothing if nothing changed', async () => {
    const { add, choose, queued, run } = await libraryEmailsInMemory()
    await add('guides_1_Old.pdf', '2027-01-10T10:00:00Z')
    await choose(true)
    expect(await run()).toEqual({ changes: 0, sent: 0 })
    expect(queued()).toEqual([])
  })

  test('sends nothing to members who did not ask, former members and deleted accounts', async () => {
    const { world, table, add, choose, run } = await libraryEmailsInMemory()
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
    const { table, add, choose, member, queued, run } = await libraryEmailsInMemory()
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

  test('a member who stops the emails gets none', async () => {
    const { table, emails, add, choose, member, queued, run } = await libraryEmailsInMemory()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    await choose(true)
    const transact = table.transact.bind(table)
    vi.spyOn(table, 'transact').mockImplementationOnce(async (...writes: readonly Write[]) => {
      await emails.switchOff(member.userId, now)
      return transact(...writes)
    })
    expect(await run()).toEqual({ changes: 1, sent: 0 })
    expect(queued()).toEqual([])
  })

  test('a failed email stops no other one, fails the run, and is sent by the next', async () => {
    const { world, table, add, choose, queued, run } = await libraryEmailsInMemory()
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

test('send-library-emails leaves out an account that is being deleted, and emails the others', async () => {
  const { world, table, member, add, choose, run } = await libraryEmailsInMemory()
  await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
  for (const caller of [member, await world.account({ plan: 'annual' })]) await choose(true, caller)
  const tombstone = { entity: 'tombstone', user_id: member.userId, deleted_at: now.toISOString() }
  await table.transact(put(keys.profile(member.userId), tombstone))
  expect(await run()).toEqual({ changes: 1, sent: 1 })
})
