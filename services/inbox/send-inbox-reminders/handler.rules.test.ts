import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { inboxRecord, inboxWrite } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { chatDeletionRepository } from '../chat-deletion.repository.ts'
import { reminderRepository } from '../reminder.repository.ts'
import { handle } from './handler.ts'

/** 08:00 in London on a Tuesday in winter. */
const winterMorning = '2027-03-02T08:00:00Z'

const anInbox = async (...askedAt: string[]) => anInboxWith('chatwoot', ...askedAt)

const anInboxWith = async (provider: string, ...askedAt: string[]) => {
  const { table, database } = inMemory()
  const deps = {
    reminders: reminderRepository(table),
    chatDeletions: chatDeletionRepository(table),
    provider,
    siteUrl: 'https://advice.example',
  }
  for (const [i, at] of askedAt.entries())
    await table.transact(
      inboxWrite(
        { id: String(i).repeat(64), user_id: null, reference: `REF${i}`, name: 'Nia', topic: `Topic ${i}` },
        new Date(at),
      ),
    )
  return {
    /** Sets the due day. For a data protection request, it can be any day of the week. */
    setDue: async (item: number, day: string) => {
      const key = keys.inboxItem(String(item).repeat(64))
      const stored = await table.find(key, inboxRecord)
      const order = keys.inboxOf('open', `${day}#0`)
      await table.put(key, { ...stored, due_on: day, ...order })
    },
    run: (at: string) => handle(deps, new Date(at)),
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

  test.each([
    ['a Friday', '2027-03-05T08:00:00Z', '2027-03-07', '2027-03-08'],
    ['the Thursday before Easter', '2027-03-25T08:00:00Z', '2027-03-29', '2027-03-30'],
  ])('lists on %s what is due before the next working day', async (_day, at, lastDay, nextWorkingDay) => {
    const { run, emails, setDue } = await anInbox('2027-03-01T10:00:00Z', '2027-03-01T10:00:00Z')
    await setDue(0, lastDay)
    await setDue(1, nextWorkingDay)
    expect(await run(at)).toEqual({ late: 0, today: 1 })
    expect(emails()).toMatchObject([
      { content: { M: { today: { L: [{ M: { topic: { S: 'Topic 0' }, due_on: { S: lastDay } } }] } } } },
    ])
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
    expect(await run(at)).toBe('not_due')
    expect(emails()).toEqual([])
  })

  test('sends at 08:00 in London in summer', async () => {
    const { run } = await anInbox('2027-06-01T10:00:00Z')
    expect(await run('2027-06-02T07:00:00Z')).toEqual({ late: 0, today: 1 })
  })
})

describe('reminder to delete old conversations', () => {
  test('is sent on the first working day of a month and then weekly, if the provider is Tawk.to', async () => {
    const { run, emails } = await anInboxWith('tawk')
    // 1 May 2027 is a Saturday, and the Monday after it is a bank holiday.
    for (const day of ['03', '04', '05', '10', '11', '12']) await run(`2027-05-${day}T07:00:00Z`)
    expect(emails()).toMatchObject(
      ['2027-05-04', '2027-05-11'].map((day) => ({
        cause: { S: `chat-deletion:2026-05-01:${day}` },
        content: {
          M: {
            template: { S: 'chat-deletion' },
            cutoff: { S: '2026-05-01' },
            link: { S: 'https://advice.example/admin/inbox' },
          },
        },
      })),
    )
  })

  test.each(['chatwoot', 'local', 'none'])('is not sent if the provider is %s', async (provider) => {
    const { run, emails } = await anInboxWith(provider)
    await run('2027-05-04T07:00:00Z')
    expect(emails()).toEqual([])
  })
})
