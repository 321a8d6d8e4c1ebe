import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { inboxWrite } from '#platform/inbox.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { reminderRepository } from '../reminder.repository.ts'
import { handle } from './handler.ts'

/** 08:00 in London on a Tuesday in winter. */
const winterMorning = '2027-03-02T08:00:00Z'

const anInbox = async (...askedAt: string[]) => {
  const { table, database } = inMemory()
  for (const [i, at] of askedAt.entries())
    await table.transact(
      inboxWrite(
        { id: String(i).repeat(64), user_id: null, reference: `REF${i}`, name: 'Nia', topic: `Topic ${i}` },
        new Date(at),
      ),
    )
  return {
    run: (at: string) =>
      handle({ reminders: reminderRepository(table), siteUrl: 'https://advice.example' }, new Date(at)),
    emails: () => database.all().filter(({ entity }) => entity?.['S'] === 'email'),
  }
}

describe('send-inbox-reminders', () => {
  test('emails the late items and those due today, once a day', async () => {
    const { run, emails } = await anInbox(
      '2027-02-25T10:00:00Z',
      '2027-03-01T10:00:00Z',
      '2027-03-02T07:00:00Z',
    )
    for (let i = 0; i < 2; i += 1) expect(await run(winterMorning)).toEqual({ late: 1, today: 1 })
    expect(emails()).toMatchObject([
      {
        content: {
          M: {
            late: { L: [{ M: { topic: { S: 'Topic 0' }, due_on: { S: '2027-02-26' } } }] },
            today: { L: [{ M: { topic: { S: 'Topic 1' } } }] },
            link: { S: 'https://advice.example/admin/inbox' },
          },
        },
      },
    ])
    await run('2027-03-03T08:00:00Z')
    expect(emails()).toHaveLength(2)
  })

  test('sends nothing if nothing is due', async () => {
    const { run, emails } = await anInbox('2027-03-02T07:00:00Z')
    expect(await run(winterMorning)).toEqual({ late: 0, today: 0 })
    expect(emails()).toEqual([])
  })

  test.each([
    ['before 08:00 in London in winter', '2027-03-02T07:00:00Z'],
    ['on a Saturday', '2027-03-06T08:00:00Z'],
    ['on Good Friday', '2027-03-26T08:00:00Z'],
  ])('sends nothing %s', async (_when, at) => {
    const { run, emails } = await anInbox('2027-02-01T10:00:00Z')
    expect(await run(at)).toBe('too early or no working day')
    expect(emails()).toEqual([])
  })

  test('sends at 08:00 in London in summer', async () => {
    const { run } = await anInbox('2027-06-01T10:00:00Z')
    expect(await run('2027-06-02T07:00:00Z')).toEqual({ late: 0, today: 1 })
  })
})
