import { expect, test, vi } from 'vitest'
import { metricNamespace } from '#shared/values/metrics.ts'
import { countMetrics } from './metric.ts'

const { writeLine } = vi.hoisted(() => ({ writeLine: vi.fn<(line: object) => void>() }))
vi.mock('./log-line.ts', () => ({ writeLine }))

test('counts are logged in the format from which CloudWatch extracts metrics by stage, even if they are zero', () => {
  vi.stubEnv('STAGE', 'dev')
  const before = Date.now()
  countMetrics({ LateEmails: 2, MissingLogins: 0 })
  expect(writeLine).toHaveBeenCalledExactlyOnceWith({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: [['stage']],
          Metrics: [
            { Name: 'LateEmails', Unit: 'Count' },
            { Name: 'MissingLogins', Unit: 'Count' },
          ],
        },
      ],
    },
    stage: 'dev',
    LateEmails: 2,
    MissingLogins: 0,
  })
  const [[line] = [{}]] = writeLine.mock.calls
  // CloudWatch rejects a time that is not in milliseconds.
  expect(line).toHaveProperty(
    '_aws.Timestamp',
    expect.toSatisfy((time: number) => time >= before),
  )
})
