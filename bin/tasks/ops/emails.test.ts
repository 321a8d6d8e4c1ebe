import { GetSendQuotaCommand, GetSendStatisticsCommand, SESClient } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, describe, expect, test } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { emails } from './emails.ts'

const stage = readStage('dev')
const ses = mockClient(SESClient)
// Files share one process, and the mock replaces a method of the SDK's class.
afterAll(() => ses.restore())

describe('ops emails', () => {
  const point = (time: string, sent: number, bounced = 0) => ({
    Timestamp: new Date(time),
    DeliveryAttempts: sent,
    Bounces: bounced,
    Complaints: 0,
    Rejects: 0,
  })
  const points = [
    point('2026-03-02T09:45:00Z', 60, 30),
    point('2026-03-02T09:30:00Z', 40),
    point('2026-03-02T08:15:00Z', 100),
    point('2026-02-28T08:15:00Z', 300, 3),
  ]
  const now = new Date('2026-03-02T10:00:00Z')
  const linesOf = async (hours: number, limit = 50_000) => {
    ses.on(GetSendStatisticsCommand).resolves({ SendDataPoints: points })
    ses.on(GetSendQuotaCommand).resolves({ SentLast24Hours: 200, Max24HourSend: limit })
    return (await emails(stage, hours, now)).split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '))
  }

  test('counts what was sent and what bounced in each hour, and the share of the limit', async () => {
    expect(await linesOf(24)).toEqual([
      'Emails of the whole AWS account in eu-west-2 in the last 24 hours:',
      '',
      'hour (UTC) sent bounced reported rejected',
      '2026-03-02 08:00 100 0 0 0',
      '2026-03-02 09:00 100 30 0 0',
      'total 200 30 0 0',
      '',
      'Bounced: 15 %, reported as spam: 0 %.',
      'Sent in the last 24 hours: 200 of 50000.',
    ])
  })

  test('counts by day over more than 48 hours', async () => {
    expect((await linesOf(72)).slice(2, 6)).toEqual([
      'day (UTC) sent bounced reported rejected',
      '2026-02-28 300 3 0 0',
      '2026-03-02 200 30 0 0',
      'total 500 33 0 0',
    ])
  })

  test('prints zeros for a period without emails, and says that an account has no limit', async () => {
    expect((await linesOf(0.1, -1)).slice(3)).toEqual([
      'total 0 0 0 0',
      '',
      'Bounced: 0 %, reported as spam: 0 %.',
      'Sent in the last 24 hours: 200 (no limit).',
    ])
  })
})
