import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#platform/log.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { handle } from './handler.ts'

beforeEach(() => void vi.spyOn(log, 'warn').mockReturnValue(undefined))

const timestamp = '2027-03-01T10:00:00.000Z'
const emailAddress = 'Nadia <Nadia@people.example>'
const mail = { messageId: 'sample', destination: [emailAddress] }

/** @param reported the address that the recipient's mail server names */
const bounce = (bounceType: string, reported = emailAddress) => ({
  source: 'aws.ses',
  'detail-type': 'Email Bounced',
  detail: {
    eventType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType: 'NoEmail',
      bouncedRecipients: [{ emailAddress: reported }],
      timestamp,
    },
    mail,
  },
})

const complaint = (complaintFeedbackType?: string, at = timestamp) => ({
  detail: {
    eventType: 'Complaint',
    complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress }], timestamp: at },
    mail,
  },
})

const run = async (...events: unknown[]) => {
  const problems = emailProblemRepository(inMemory().table)
  for (const event of events) await handle(event, { problems })
  return problems.find('nadia@people.example')
}

describe('record-email-problems', () => {
  test('records a permanent bounce for the address, once or twice', async () => {
    const recorded = {
      entity: 'email_problem',
      email: 'nadia@people.example',
      reason: 'bounce',
      detail: 'NoEmail',
      at: timestamp,
    }
    expect(await run(bounce('Permanent'))).toEqual(recorded)
    expect(await run(bounce('Permanent'), bounce('Permanent'))).toEqual(recorded)
  })

  test.each(['victim@people.example', 'rfc822; nadia@people.example'])(
    'records the address that the email was sent to, although the report names %s',
    async (reported) => {
      const problems = emailProblemRepository(inMemory().table)
      await handle(bounce('Permanent', reported), { problems })
      expect(await problems.find('nadia@people.example')).toMatchObject({ reason: 'bounce' })
      expect(await problems.find(reported)).toBeUndefined()
    },
  )

  test('records a complaint', async () => {
    expect(await run(complaint('abuse'))).toMatchObject({ reason: 'complaint', detail: 'abuse' })
    expect(await run(complaint())).toMatchObject({ reason: 'complaint', detail: 'not stated' })
  })

  test('keeps the later of two problems, in whichever order they are reported', async () => {
    const later = complaint('abuse', '2027-03-02T10:00:00.000Z')
    const recorded = { reason: 'complaint', at: '2027-03-02T10:00:00.000Z' }
    expect(await run(bounce('Permanent'), later)).toMatchObject(recorded)
    expect(await run(later, bounce('Permanent'))).toMatchObject(recorded)
  })

  test('ignores transient bounces and emails taken out of the spam folder', async () => {
    expect(await run(bounce('Transient'), bounce('Undetermined'), complaint('not-spam'))).toBeUndefined()
  })

  test('rejects an event of another kind', async () => {
    await expect(run({ detail: { eventType: 'Delivery' } })).rejects.toThrow('eventType')
  })

  test('keeps the record for twelve months after the latest problem', async () => {
    const { table } = inMemory()
    await handle(bounce('Permanent'), { problems: emailProblemRepository(table) })
    const due: unknown[] = []
    for await (const item of table.eachDue('retention', '2028-03-01T10:00:01Z')) due.push(item)
    expect(due).toMatchObject([{ entity: 'email_problem', gsi2sk: '2028-03-01T10:00:00.000Z' }])
  })
})
