/** The namespace of our metrics in CloudWatch; each has the stage as its dimension. */
export const metricNamespace = 'Advice'

/** Counts that functions write and alarms watch. */
export const metricNames = [
  'AccessDrift',
  'ReconcileFailures',
  'DeletionsContinued',
  'DeletionFailures',
  'RetentionFailures',
  'ClosedDatesRunOut',
  'WebhooksRefused',
] as const
export type MetricName = (typeof metricNames)[number]
