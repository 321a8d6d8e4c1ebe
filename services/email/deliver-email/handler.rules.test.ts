import type { DynamoDBStreamEvent } from 'aws-lambda'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import type { OutgoingEmail } from '#platform/email/send.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { contactRepository } from '#services/contact/public.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { sendWaitingEmails } from '#test/kit/in-memory/send-emails.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { outboxRepository } from '../outbox.repository.ts'
import { handle } from './handler.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
  for (const level of ['info', 'error'] as const) vi.spyOn(log, level).mockReturnValue(undefined)
})

/** The stream's batch of new outbox items. */
const batchOf = (...causes: readonly string[]): DynamoDBStreamEvent => ({
  Records: causes.map((cause) => ({
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: `at ${cause}`, NewImage: { cause: { S: cause } } },
  })),
})

const failedAt = (cause: string) => ({ batchItemFailures: [{ itemIdentifier: `at ${cause}` }] })
const delivered = { batchItemFailures: [] }

/** An outbox with these emails, and SES, which rejects as many calls as a test sets. */
const anOutbox = async (...causes: readonly string[]) => {
  const { table } = inMemory()
  for (const cause of causes)
    await table.transact(
      emailWrite({
        cause,
        to: `${cause}@people.example`,
        content: { template: 'already-registered', link: 'https://site.example/auth' },
        now: new Date(),
      }),
    )
  const problems = emailProblemRepository(table)
  const sent: string[] = []
  const ses = { rejects: 0 }
  const sendEmail = async ({ to }: OutgoingEmail) => {
    if (ses.rejects > 0) {
      ses.rejects -= 1
      throw new Error('ServiceUnavailable')
    }
    sent.push(to)
  }
  const deliver = (...batch: readonly string[]) =>
    handle(batchOf(...batch), { outbox: outboxRepository(table), problems, sendEmail })
  return { deliver, sent, ses, table, problems }
}

describe('deliver-email', () => {
  describe('of an outbox with a message of the contact form', () => {
    const deliverAll = async () => {
      const { table } = await anOutbox('a')
      await contactRepository(table).receive(
        { name: 'Robin', email: 'robin@people.example', subject: 'Deposit', message: 'Who pays for this?' },
        new Date(),
      )
      return sendWaitingEmails(table, new Date())
    }

    test('asks mail programs to answer no email automatically, except one that a person wrote', async () => {
      const sent = await deliverAll()
      expect(Object.fromEntries(sent.map(({ to, isAutomatic }) => [to, isAutomatic]))).toEqual({
        'a@people.example': true,
        'robin@people.example': true,
        [brand.supportEmail]: false,
      })
    })

    test('directs replies to the support address, and those to the message to its sender', async () => {
      const sent = await deliverAll()
      expect(Object.fromEntries(sent.map(({ to, replyTo }) => [to, replyTo]))).toEqual({
        'a@people.example': brand.supportEmail,
        'robin@people.example': brand.supportEmail,
        [brand.supportEmail]: 'robin@people.example',
      })
    })
  })

  test('sends an email once after SES has rejected it twice', async () => {
    const { deliver, sent, ses } = await anOutbox('a')
    ses.rejects = 2
    for (let i = 0; i < 2; i += 1) expect(await deliver('a')).toEqual(failedAt('a'))
    expect(await deliver('a')).toEqual(delivered)
    expect(sent).toEqual(['a@people.example'])
  })

  test('sends an email once when the stream delivers it twice, one after the other or at the same time', async () => {
    const { deliver, sent, table } = await anOutbox('a', 'b')
    for (let i = 0; i < 2; i += 1) expect(await deliver('a')).toEqual(delivered)
    forceOverlap(table, 2)
    await Promise.all([deliver('b'), deliver('b')])
    expect(sent).toEqual(['a@people.example', 'b@people.example'])
  })

  test('leaves the claim of a later run when an attempt fails after more than a minute', async () => {
    const { table } = await anOutbox('a')
    const outbox = outboxRepository(table)
    const startedAt = new Date('2027-03-01T10:00:00Z')
    const secondsLater = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
    expect(await outbox.claim('a', startedAt)).toHaveProperty('email')
    expect(await outbox.claim('a', secondsLater(61))).toHaveProperty('email')
    await outbox.release('a', startedAt)
    expect(await outbox.claim('a', secondsLater(62))).toBe('busy')
  })

  test.each(['bounce', 'complaint'] as const)(
    'stops an email to an address with a %s, records it and sends the others',
    async (reason) => {
      const { deliver, sent, table, problems } = await anOutbox('a', 'b')
      const problem = { email: 'A@people.example', reason, detail: 'General', at: '2027-03-01T10:00:00.000Z' }
      await problems.record(problem)
      expect(await deliver('a', 'b')).toEqual(delivered)
      expect(sent).toEqual(['b@people.example'])
      const [stopped] = await outboxRepository(table).listFor('a@people.example')
      expect(stopped).toMatchObject({ status: 'stopped' })
      expect(stopped?.content).toBeUndefined()
      await problems.remove('a@people.example')
      expect(await deliver('a')).toEqual(delivered)
      expect(sent).toHaveLength(1)
    },
  )

  test('counts the emails to the support address that are stopped, for an alarm', async () => {
    const { deliver, table, problems } = await anOutbox('a')
    const detail = { reason: 'complaint', detail: 'abuse', at: '2027-03-01T10:00:00.000Z' } as const
    for (const email of ['a@people.example', brand.supportEmail]) await problems.record({ email, ...detail })
    await contactRepository(table).receive(
      { name: 'Robin', email: 'robin@people.example', subject: 'Deposit', message: 'Who pays for this?' },
      new Date(),
    )
    await deliver('a')
    expect(countMetrics).not.toHaveBeenCalled()
    const [toSupport] = await outboxRepository(table).listFor(brand.supportEmail)
    await deliver(toSupport?.cause ?? '')
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ SupportEmailsStopped: 1 })
  })

  test('logs the outcome with the key of the email, and not its address', async () => {
    const { deliver, ses, problems } = await anOutbox('a', 'b', 'receipt:in_1')
    await problems.record({
      email: 'b@people.example',
      reason: 'bounce',
      detail: 'NoEmail',
      at: '2027-03-01T10:00:00.000Z',
    })
    for (const cause of ['a', 'a', 'b', 'deleted']) await deliver(cause)
    expect(vi.mocked(log.info).mock.calls).toEqual([
      ['email sent', { outboxKey: 'outbox#a' }],
      ['email already sent, stopped, given up or deleted', { outboxKey: 'outbox#a' }],
      ['email stopped', { outboxKey: 'outbox#b' }],
      ['email already sent, stopped, given up or deleted', { outboxKey: 'outbox#deleted' }],
    ])
    ses.rejects = 1
    await deliver('receipt:in_1')
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      'email not sent',
      expect.objectContaining({ outboxKey: 'outbox#receipt:in_1', reason: 'ServiceUnavailable' }),
    )
    expect(JSON.stringify(vi.mocked(log.error).mock.calls)).not.toContain('@')
  })

  test('stops a batch at an email that cannot be sent and sends the rest at the retry', async () => {
    const { deliver, sent, ses } = await anOutbox('a', 'b', 'c')
    expect(await deliver('a')).toEqual(delivered)
    ses.rejects = 1
    expect(await deliver('b', 'c')).toEqual(failedAt('b'))
    expect(sent).toEqual(['a@people.example'])
    expect(await deliver('b', 'c')).toEqual(delivered)
    expect(sent).toEqual(['a@people.example', 'b@people.example', 'c@people.example'])
  })
})
