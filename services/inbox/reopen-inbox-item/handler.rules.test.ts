import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { anInbox, now, topicsOf } from '#test/kit/in-memory/inbox.ts'

/** A Monday, two weeks after the question. */
const later = new Date('2027-03-15T10:00:00Z')

const aTicket = async () => {
  const inbox = await anInbox()
  const member = await inbox.world.account({ plan: 'monthly' })
  return { ...inbox, member, id: await inbox.submit(member) }
}

describe('reopen-inbox-item', () => {
  test('opens a closed item with its due day while that is not over', async () => {
    const { id, close, reopen, list } = await aTicket()
    await close({ id, reason: 'no-reply-needed' })
    expect(await reopen(id, new Date('2027-03-02T16:00:00Z'))).toMatchObject({
      body: { state: 'open', dueOn: '2027-03-02' },
    })
    expect(topicsOf(await list())).toEqual(['Gas safety'])
  })

  test('reopens a closed item whose due day has passed, due the next working day, once when sent twice', async () => {
    const { id, close, reopen, list, audited } = await aTicket()
    await close({ id, reason: 'no-reply-needed' })
    for (let i = 0; i < 2; i += 1)
      expect(await reopen(id, later)).toMatchObject({
        status: 200,
        body: { state: 'open', dueOn: '2027-03-16' },
      })
    expect(topicsOf(await list())).toEqual(['Gas safety'])
    expect(topicsOf(await list({ state: 'closed' }))).toEqual([])
    expect(audited()).toEqual(['inbox-closed', 'inbox-reopened'])
  })

  test('opens an answered item, due the next working day, for another reply', async () => {
    const { id, answer, reopen, replies } = await aTicket()
    await answer({ id, text: 'The landlord pays.' })
    expect(await reopen(id, later)).toMatchObject({ body: { state: 'open', dueOn: '2027-03-16' } })
    const after = new Date(later.getTime() + 60_000)
    expect(await answer({ id, text: 'The landlord pays.' }, after)).toMatchObject({
      body: { state: 'answered' },
    })
    expect(replies()).toHaveLength(2)
  })

  test('lets an admin record again that an item was answered elsewhere', async () => {
    const { id, close, reopen, tickets, member } = await aTicket()
    const body = { id, reason: 'answered-elsewhere' }
    await close(body)
    await reopen(id, later)
    expect(await close(body, new Date(later.getTime() + 60_000))).toMatchObject({
      body: { state: 'answered' },
    })
    expect((await tickets.listPage(member.userId, undefined, now)).tickets).toMatchObject([
      { messages: [{ text: null }, { text: null }] },
    ])
  })

  test('changes nothing about an open item', async () => {
    const { id, reopen, audited } = await aTicket()
    expect(await reopen(id, later)).toMatchObject({ body: { state: 'open', dueOn: '2027-03-02' } })
    expect(audited()).toEqual([])
  })

  test('counts the due day of an answered complaint from its reopening', async () => {
    const { id, answer, mark, reopen } = await aTicket()
    await mark({ id, kind: 'complaint', acknowledged: true })
    await answer({ id, text: 'Here is our answer.' })
    expect(await reopen(id, later)).toMatchObject({ body: { dueOn: '2027-03-18', acknowledgedAt: null } })
    expect(await mark({ id, kind: 'question' }, later)).toMatchObject({ body: { dueOn: '2027-03-16' } })
  })

  test('quotes the question in a second reply, not the first reply', async () => {
    const { id, answer, reopen, replies } = await aTicket()
    await answer({ id, text: 'The landlord pays.' })
    await reopen(id, later)
    await answer({ id, text: 'In Wales, the agent pays.' }, new Date(later.getTime() + 60_000))
    const quoted = { content: { M: { question: { S: 'Who pays for the check?' } } } }
    expect(replies()).toMatchObject([quoted, quoted])
  })

  test('lets an admin acknowledge a reopened complaint and record its answer', async () => {
    const { id, answer, close, mark, reopen } = await aTicket()
    await mark({ id, kind: 'complaint' })
    await answer({ id, text: 'Here is our answer.' })
    await reopen(id, later)
    expect(await mark({ id, kind: 'complaint', acknowledged: true }, later)).toMatchObject({
      body: { state: 'open', acknowledgedAt: later.toISOString() },
    })
    expect(await close({ id, reason: 'answered-elsewhere' }, later)).toMatchObject({
      body: { state: 'answered', kind: 'complaint', acknowledgedAt: later.toISOString() },
    })
  })

  test('returns not found for an unknown item', async () => {
    const { reopen } = await anInbox()
    expect(await reopen('0'.repeat(64))).toMatchObject({ status: 404 })
  })
})
