import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emailWrite } from '#platform/email/outbox.ts'
import type { sendEmail } from '#platform/email/send.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { deliver } from '../deliver.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { outboxRepository } from '../outbox.repository.ts'
import { handle } from './handler.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

const queuedAt = new Date('2027-03-01T10:00:00Z')
const after = (minutes: number) => new Date(queuedAt.getTime() + minutes * 60_000)

let world: ReturnType<typeof inMemory>
let sent: string[]
let rejected: ReadonlySet<string>
let errorName: string
beforeEach(() => {
  world = inMemory({ now: queuedAt })
  sent = []
  rejected = new Set()
  errorName = 'MessageRejected'
  vi.mocked(countMetrics).mockClear()
})

afterEach(() => vi.restoreAllMocks())

const queue = (cause: string, now = queuedAt) =>
  world.table.transact(
    emailWrite({
      cause,
      to: `${cause}@people.example`,
      content: { template: 'already-registered', link: 'https://site.example/auth' },
      now,
    }),
  )

const sendUnlessRejected: typeof sendEmail = async ({ to }) => {
  if (rejected.has(to)) throw Object.assign(new Error('rejected'), { name: errorName })
  sent.push(to)
}

const run = (now: Date, send = sendUnlessRejected) =>
  handle(
    {
      outbox: outboxRepository(world.table),
      problems: emailProblemRepository(world.table),
      sendEmail: send,
    },
    now,
  )

describe('send-waiting-emails', () => {
  test('sends each overdue email once', async () => {
    await queue('a')
    await queue('b')
    expect(await run(after(3))).toEqual({ sent: 2, failed: 0, left: 0 })
    expect(await run(after(4))).toEqual({ sent: 0, failed: 0, left: 0 })
    expect(sent.toSorted()).toEqual(['a@people.example', 'b@people.example'])
  })

  test('leaves recent emails to the stream', async () => {
    await queue('a')
    expect(await run(after(1))).toEqual({ sent: 0, failed: 0, left: 0 })
  })

  test('sends the others when one is rejected, and tries that one again later', async () => {
    await queue('a')
    await queue('b')
    rejected = new Set(['a@people.example'])
    expect(await run(after(3))).toEqual({ sent: 1, failed: 1, left: 0 })
    rejected = new Set()
    expect(await run(after(8))).toEqual({ sent: 1, failed: 0, left: 0 })
  })

  const statusOf = async (cause: string) => {
    const [email] = await outboxRepository(world.table).listFor(`${cause}@people.example`)
    return { status: email?.status, hasText: email?.content !== undefined }
  }

  /** Queues an email as a newer release would, with a template that this one does not know. */
  const queueUnknown = async (cause: string) => {
    await queue(cause)
    const values = { ':content': { template: 'of-a-newer-release' } }
    await world.table.transact(update(keys.outboxEmail(cause), 'SET content = :content', { values }))
  }

  test('sends the others when a release that was rolled back has queued one that this release cannot send', async () => {
    await queueUnknown('unknown')
    await queue('b')
    const error = vi.spyOn(log, 'error').mockReturnValue()
    expect(await run(after(3))).toEqual({ sent: 1, failed: 1, left: 0 })
    expect(error.mock.calls[0]?.[1]).toMatchObject({ outboxKey: 'outbox#unknown', error: '$ZodError' })
    expect(await statusOf('unknown')).toEqual({ status: 'waiting', hasText: true })
  })

  test('gives up an email that no release could send after 30 days, and sends the others', async () => {
    await queueUnknown('unknown')
    await queue('b')
    expect(await run(after(30 * 24 * 60))).toEqual({ sent: 1, failed: 1, left: 0 })
    expect(await statusOf('unknown')).toEqual({ status: 'failed', hasText: false })
  })

  test('sends an email that a run claimed and did not finish', async () => {
    await queue('a')
    await outboxRepository(world.table).claim('a', after(1))
    expect(await run(after(3))).toEqual({ sent: 1, failed: 0, left: 0 })
  })

  test('sends a new email although twenty older ones are rejected for ever', async () => {
    const stuck = Array.from({ length: 25 }, (_, at) => `stuck-${at}`)
    for (const cause of stuck) await queue(cause)
    await queue('new', after(0.5))
    rejected = new Set(stuck.map((cause) => `${cause}@people.example`))
    expect(await run(after(3))).toEqual({ sent: 0, failed: 20, left: 6 })
    expect(await run(after(8))).toEqual({ sent: 1, failed: 20, left: 5 })
    expect(sent).toEqual(['new@people.example'])
  })

  test.each([
    ['BadRequestException', 24 * 60],
    ['MessageRejected', 30 * 24 * 60],
  ])('gives up an email with %s after %i minutes, and deletes its text', async (name, minutes) => {
    await queue('a')
    rejected = new Set(['a@people.example'])
    errorName = name
    expect(await run(after(minutes - 1))).toEqual({ sent: 0, failed: 1, left: 0 })
    expect(await statusOf('a')).toEqual({ status: 'waiting', hasText: true })
    expect(await run(after(minutes))).toEqual({ sent: 0, failed: 1, left: 0 })
    expect(await statusOf('a')).toEqual({ status: 'failed', hasText: false })
    expect(await run(after(minutes + 5))).toEqual({ sent: 0, failed: 0, left: 0 })
  })

  test('logs the key of an email that failed or was given up, and not its address', async () => {
    await queue('receipt:in_1')
    rejected = new Set(['receipt:in_1@people.example'])
    errorName = 'BadRequestException'
    const error = vi.spyOn(log, 'error').mockReturnValue()
    await run(after(24 * 60))
    expect(error.mock.calls).toEqual([
      [
        'waiting email not sent',
        expect.objectContaining({ outboxKey: 'outbox#receipt:in_1', error: 'BadRequestException' }),
      ],
      ['waiting email given up', { outboxKey: 'outbox#receipt:in_1', error: 'BadRequestException' }],
    ])
    expect(JSON.stringify(error.mock.calls)).not.toContain('@')
  })

  test('leaves an email to the run that is sending it, and does not count it as failed', async () => {
    await queue('a')
    await outboxRepository(world.table).claim('a', after(40 * 24 * 60))
    const error = vi.spyOn(log, 'error').mockReturnValue()
    expect(await run(after(40 * 24 * 60))).toEqual({ sent: 0, failed: 0, left: 1 })
    expect(await statusOf('a')).toEqual({ status: 'sending', hasText: true })
    expect(error).not.toHaveBeenCalled()
  })

  test('sends the others while another run is sending more emails than may fail', async () => {
    const claimed = Array.from({ length: 25 }, (_, at) => `claimed-${at}`)
    for (const cause of claimed) {
      await queue(cause)
      await outboxRepository(world.table).claim(cause, after(3))
    }
    await queue('new', after(0.5))
    expect(await run(after(3))).toEqual({ sent: 1, failed: 0, left: 25 })
  })

  test('counts emails that wait for more than an hour, including those that a run does not try', async () => {
    const stuck = Array.from({ length: 22 }, (_, at) => `stuck-${at}`)
    for (const cause of stuck) await queue(cause)
    rejected = new Set(stuck.map((cause) => `${cause}@people.example`))
    await run(after(60))
    expect(countMetrics).not.toHaveBeenCalled()
    await run(after(61))
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ LateEmails: 22 })
  })

  test('counts late emails before it sends any, because Lambda stops a run that waits too long for SES', async () => {
    await queue('a')
    const counts: unknown[] = []
    await run(after(61), async () => void counts.push(...vi.mocked(countMetrics).mock.calls))
    expect(counts).toEqual([[{ LateEmails: 1 }]])
  })

  /** A clock that stands still, except while an email is sent. */
  const sendsTake = (seconds: number, meanwhile?: (cause: string) => Promise<unknown>): typeof sendEmail => {
    let elapsedMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    return async ({ to }) => {
      elapsedMs += seconds * 1000
      await meanwhile?.(to.replace('@people.example', ''))
      sent.push(to)
    }
  }

  test('claims each email when it is sent, so that the stream does not send it too', async () => {
    for (const cause of ['a', 'b']) await queue(cause)
    const deps = {
      outbox: outboxRepository(world.table),
      problems: emailProblemRepository(world.table),
      sendEmail: sendUnlessRejected,
    }
    const outcomes: string[] = []
    const stream = async (cause: string) =>
      outcomes.push(await deliver(cause, new Date(after(3).getTime() + performance.now()), deps))
    expect(await run(after(3), sendsTake(40, stream))).toEqual({ sent: 2, failed: 0, left: 0 })
    expect(outcomes).toEqual(['busy', 'busy'])
    expect(sent).toEqual(['a@people.example', 'b@people.example'])
  })

  test('stops before Lambda ends the run during an email, and the next run sends the others', async () => {
    for (const cause of ['a', 'b', 'c']) await queue(cause)
    expect(await run(after(3), sendsTake(50))).toEqual({ sent: 2, failed: 0, left: 1 })
    expect(await run(after(8), sendsTake(50))).toEqual({ sent: 1, failed: 0, left: 0 })
    expect(sent.toSorted()).toEqual(['a@people.example', 'b@people.example', 'c@people.example'])
  })

  test('two concurrent runs send an email once', async () => {
    await queue('a')
    forceOverlap(world.table, 2)
    await Promise.all([run(after(3)), run(after(3))])
    expect(sent).toEqual(['a@people.example'])
  })
})
