import { describe, expect, test, vi } from 'vitest'
import { brand } from '#shared/values/brand.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { beforeNextWrite } from '#test/kit/overlap.ts'
import { deleteEmailsTo } from './delete-emails.ts'
import { handle } from './deliver-email/handler.ts'
import { emailProblemRepository } from './email-problem.repository.ts'
import { outboxRepository } from './outbox.repository.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))

const now = new Date('2027-03-01T10:00:00Z')
const later = new Date('2027-03-01T10:05:00Z')
const email = 'robin@people.example'

/** An outbox with one email, whose cause is `a`. */
const anOutbox = async (to = email) => {
  const { table } = inMemory({ now })
  const outbox = outboxRepository(table)
  const problems = emailProblemRepository(table)
  const content = {
    template: 'email-change',
    name: 'Robin',
    new_email: 'r@people.example',
    at: now.toISOString(),
    done: true,
    link: 'https://site.example',
  } as const
  await table.transact(emailWrite({ cause: 'a', to, content, now }))
  const sent: string[] = []
  const record = (eventName: 'INSERT' | 'MODIFY') => ({
    eventName,
    dynamodb: { SequenceNumber: 'at a', NewImage: { cause: { S: 'a' } } },
  })
  const deliver = (
    eventName: 'INSERT' | 'MODIFY' = 'INSERT',
    whileSending = async (): Promise<void> => undefined,
  ) =>
    handle(
      { Records: [record(eventName)] },
      {
        outbox,
        problems,
        sendEmail: async (message) => {
          await whileSending()
          sent.push(message.to)
        },
      },
    )
  return { table, outbox, problems, sent, deliver, listed: () => outbox.listFor(to) }
}

describe('deliver-email', () => {
  test('fails while another run is sending the email, so that the stream tries again', async () => {
    vi.spyOn(log, 'error').mockReturnValue(undefined)
    const { outbox, deliver, sent } = await anOutbox()
    await outbox.claim('a', new Date())
    expect(await deliver()).toEqual({ batchItemFailures: [{ itemIdentifier: 'at a' }] })
    expect(sent).toEqual([])
  })

  test('ignores changes of an email', async () => {
    const { deliver, sent } = await anOutbox()
    expect(await deliver('MODIFY')).toEqual({ batchItemFailures: [] })
    expect(sent).toEqual([])
  })

  test('deletes the record of an email whose account is deleted while it is being sent', async () => {
    const { table, deliver, sent, listed } = await anOutbox()
    await deliver('INSERT', () => deleteEmailsTo(table, { email }))
    expect(sent).toEqual([email])
    expect(await listed()).toEqual([])
  })

  test('counts no stopped email for one to the support address that is sent', async () => {
    vi.mocked(countMetrics).mockClear()
    const { deliver, sent } = await anOutbox(brand.supportEmail)
    await deliver()
    expect(sent).toEqual([brand.supportEmail])
    expect(countMetrics).not.toHaveBeenCalled()
  })
})

describe('the problem of an address', () => {
  const problem = { email, reason: 'bounce', detail: 'NoEmail', at: now.toISOString() } as const

  test('is kept if another one is recorded while the first is deleted', async () => {
    const { table, problems } = await anOutbox()
    await problems.record(problem)
    const next = { ...problem, detail: 'General', at: later.toISOString() }
    beforeNextWrite(table, () => problems.record(next))
    await problems.removeWithin({ email, until: now.toISOString() })
    expect(await problems.find(email)).toMatchObject(next)
  })

  test('is kept if it belongs to another owner of the address', async () => {
    const { problems } = await anOutbox()
    await problems.record(problem)
    await problems.removeWithin({ email, from: now.toISOString() })
    expect(await problems.find(email)).toMatchObject(problem)
    await problems.removeWithin({ email, until: now.toISOString() })
    expect(await problems.find(email)).toBeUndefined()
  })
})
