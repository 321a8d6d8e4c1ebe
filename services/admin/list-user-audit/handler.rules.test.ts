import { describe, expect, test } from 'vitest'
import { listUserAudit } from '#shared/contract/admin.ts'
import { auditWrite, type NewAuditEntry } from '#platform/table/audit.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { auditRepository } from '../audit.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const aLog = async () => {
  const world = inMemory({ now })
  const caller = await world.account()
  const record = (entry: NewAuditEntry) => world.table.transact(auditWrite(entry))
  const list = (body: object) =>
    callInMemory(listUserAudit, handle, { caller, body, now }, { audit: auditRepository(world.table) })
  return { world, record, list }
}

describe('list-user-audit', () => {
  test('lists the actions about an account and by it, newest first', async () => {
    const { world, record, list } = await aLog()
    const { userId, profile } = await world.account()
    const aboutUser = {
      by: { id: 'AKIAOPERATOR', kind: 'operator' },
      subject: { kind: 'user', id: userId },
    } as const
    await record({ ...aboutUser, action: 'admin-granted', now })
    await record({ ...aboutUser, action: 'admin-revoked', now: minutesLater(9) })
    const byUser = { by: { id: userId }, subject: { kind: 'library' } } as const
    await record({ ...byUser, action: 'file-added', about: 'a.pdf', now: minutesLater(1) })
    await record({ ...byUser, action: 'file-deleted', about: 'a.pdf', now: minutesLater(2) })
    const entry = (action: string, by: string, about: string | null) =>
      expect.objectContaining({ action, by, about })
    expect(await list({ id: userId })).toEqual({
      status: 200,
      body: {
        data: {
          about: [entry('admin-revoked', 'AKIAOPERATOR', null), entry('admin-granted', 'AKIAOPERATOR', null)],
          by: [entry('file-deleted', profile.email, 'a.pdf'), entry('file-added', profile.email, 'a.pdf')],
        },
      },
    })
  })

  test('lists the actions of an admin whose account was deleted, without an address', async () => {
    const { world, record, list } = await aLog()
    const { userId } = await world.account()
    const former = await world.account()
    await record({
      action: 'inbox-answered',
      by: { id: former.userId },
      subject: { kind: 'user', id: userId },
      about: 'ticket AB12CD34',
      now,
    })
    const tombstone = { entity: 'tombstone', user_id: former.userId, deleted_at: now.toISOString() }
    await world.table.transact(put(keys.profile(former.userId), tombstone))
    const about = [expect.objectContaining({ action: 'inbox-answered', by: null })]
    expect(await list({ id: userId })).toEqual({ status: 200, body: { data: { about, by: [] } } })
  })

  test('lists 50 actions about an account to a page', async () => {
    const { world, record, list } = await aLog()
    const { userId } = await world.account()
    const by = { id: 'AKIAOPERATOR', kind: 'operator' } as const
    for (let minute = 0; minute < 101; minute += 1)
      await record({
        action: 'sessions-ended',
        by,
        subject: { kind: 'user', id: userId },
        now: minutesLater(minute),
      })
    const minutes: number[][] = []
    for (let place: string | undefined; minutes.length === 0 || place !== undefined;) {
      const { body } = await list({ id: userId, about_after: place })
      if (!('data' in body)) throw new Error('The list was rejected')
      minutes.push(body.data.about.map(({ at }) => (Date.parse(at) - now.getTime()) / 60_000))
      place = body.data.about_next
    }
    expect(minutes.map((page) => page.length)).toEqual([50, 50, 1])
    expect(minutes.flat()).toEqual(Array.from({ length: 101 }, (_, n) => 100 - n))
  })

  test('returns empty lists for an unknown account', async () => {
    const { list } = await aLog()
    expect(await list({ id: 'nobody' })).toEqual({ status: 200, body: { data: { about: [], by: [] } } })
  })

  test.each([{}, { id: '' }, { id: 7 }, { id: 'a', about_after: 'audit#1' }])('rejects %j', async (body) => {
    const { list } = await aLog()
    expect(await list(body)).toMatchObject({ status: 400 })
  })
})
