/** CloudWatch namespace of our metrics. Each metric has the stage as its dimension. */
export const metricNamespace = 'Advice'

/** Counts that functions write and alarms watch. */
export const metricNames = [
  'AccessDrift',
  'ReconcileFailures',
  'ReconcileGaps',
  'PriceDifferences',
  'RefundsFailed',
  'DeletionsResumed',
  'DeletionFailures',
  'MissingLogins',
  'RetentionFailures',
  'ClosedDatesExpiring',
  'LateInboxItems',
  'LateEmails',
  'SupportEmailsStopped',
  'WebhookProblems',
  'WebhooksRejected',
  'WrongModeEvents',
  'SharedLimitsExceeded',
  'UnknownChatVisitors',
] as const
export type MetricName = (typeof metricNames)[number]

/**
 * Severities of alarms, in the order in which an operator looks at them.
 *
 * - `critical`: customers or money are harmed now, and an operator can do something about it. Wakes the operator.
 * - `warning`: nothing gets worse before the next working day.
 */
export const severities = ['critical', 'warning'] as const
export type Severity = (typeof severities)[number]

/** Counts expected rejections of the user pool's trigger. The alarm SignInErrors subtracts them from its errors. */
export const rejectedSignIns = 'SignInsRejected'

/** Every count that functions write. */
export type CountName = MetricName | typeof rejectedSignIns
