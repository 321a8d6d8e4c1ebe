import { beforeEach, describe, expect, test } from 'vitest'
import { emailWrite } from '#platform/email/outbox.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { outboxRepository } from '../outbox.repository.ts'
import { handle } from './handler.ts'

const queuedAt = new Date('2027-03-01T10:00:00Z')
const after = (minutes: number) => new Date(queuedAt.getTime() + minutes * 60_000)

let world: ReturnType<typeof inMemory>
let sent: string[]
let rejected: ReadonlySet<string>
beforeEach(() => {
  world = inMemory({ now: queuedAt })
  sent = []
  rejected = new Set()
})

const queue = (cause: string) =>
  world.table.transact(
    emailWrite({
      cause,
      to: `${cause}@people.example`,
      content: { template: 'already-registered', link: 'https://site.example/auth' },
      now: queuedAt,
    }),
  )

const run = (now: Date) =>
  handle(
    {
      outbox: outboxRepository(world.table),
      problems: emailProblemRepository(world.table),
      sendEmail: async ({ to }) => {
        if (rejected.has(to)) throw new Error('MessageRejected')
        sent.push(to)
      },
    },
    now,
  )

describe('send-waiting-emails', () => {
  test('sends each overdue email once', async () => {
    await queue('a')
    await queue('b')
    expect(await run(after(3))).toEqual({ sent: 2, failed: 0 })
    expect(await run(after(4))).toEqual({ sent: 0, failed: 0 })
    expect(sent.toSorted()).toEqual(['a@people.example', 'b@people.example'])
  })

  test('leaves recent emails to the stream', async () => {
    await queue('a')
    expect(await run(after(1))).toEqual({ sent: 0, failed: 0 })
  })

  test('sends the others when one is rejected, and tries that one again later', async () => {
    await queue('a')
    await queue('b')
    rejected = new Set(['a@people.example'])
    expect(await run(after(3))).toEqual({ sent: 1, failed: 1 })
    rejected = new Set()
    expect(await run(after(8))).toEqual({ sent: 1, failed: 0 })
  })

  test('sends an email that a run claimed and did not finish', async () => {
    await queue('a')
    await outboxRepository(world.table).claim('a', after(1))
    expect(await run(after(3))).toEqual({ sent: 1, failed: 0 })
  })

  test('two concurrent runs send an email once', async () => {
    await queue('a')
    forceOverlap(world.table, 2)
    await Promise.all([run(after(3)), run(after(3))])
    expect(sent).toEqual(['a@people.example'])
  })
})
