import { type CountName, metricNamespace } from '#shared/values/metrics.ts'
import { env } from './env.ts'
import { writeLine } from './log-line.ts'

/**
 * Logs counts in CloudWatch's embedded metric format, from which CloudWatch extracts metrics.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const countMetrics = (counts: Partial<Record<CountName, number>>): void => {
  const metrics = Object.keys(counts).map((Name) => ({ Name, Unit: 'Count' }))
  writeLine({
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: metricNamespace, Dimensions: [['stage']], Metrics: metrics }],
    },
    stage: env('STAGE'),
    ...counts,
  })
}
