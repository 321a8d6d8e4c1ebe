import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { metricNamespace, type CountName, type MetricName } from '#shared/values/metrics.ts'
import type { Stage } from '../stages.ts'
import type { AlarmDefinition, AlarmTopic } from './alarm-topic.ts'

interface CountAlarm extends Omit<AlarmDefinition, 'metric'> {
  /** Hours in which occurrences are counted together. Default: 1. */
  readonly hours?: number
}

const definitions: Readonly<Record<MetricName, CountAlarm>> = {
  AccessDrift: {
    severity: 'warning',
    description:
      'The access of an account differed from its payments, which has been corrected, or a payment that bought no access has not been refunded',
  },
  ReconcileFailures: { severity: 'warning', description: 'A customer could not be reconciled with Stripe' },
  ReconcileGaps: {
    severity: 'warning',
    description:
      'No reconciliation has completed in the last 30 days, the period for which Stripe keeps events. Older payments were not checked',
  },
  PriceDifferences: {
    severity: 'critical',
    description:
      'A price at Stripe differs from the one that the pages show, or is of the other mode (test or live)',
  },
  RefundsFailed: {
    severity: 'warning',
    description:
      'A refund failed or was cancelled, or Stripe cannot make it. The customer must get the money in another way',
  },
  DeletionsResumed: {
    severity: 'warning',
    description: 'The deletion of an account stopped halfway. It has been completed',
  },
  DeletionFailures: { severity: 'warning', description: 'The deletion of an account cannot be completed' },
  MissingLogins: {
    severity: 'critical',
    description:
      'More than twenty accounts have no login in the user pool. None was closed, and Stripe goes on charging them. Check why, then confirm',
  },
  RetentionFailures: {
    severity: 'warning',
    description: 'An item past its retention period could not be deleted',
  },
  ClosedDatesExpiring: {
    severity: 'warning',
    description: 'The closed dates of the chat are known for less than six months',
  },
  LateInboxItems: {
    severity: 'warning',
    description: 'A ticket, contact message or complaint was not answered in time',
  },
  LateEmails: {
    severity: 'warning',
    description:
      'An email waits for more than an hour, or was given up. Links in emails expire after 15 minutes to a day',
  },
  SupportEmailsStopped: {
    severity: 'warning',
    description:
      'An email to the support address was not sent, because its emails bounce or one was reported as spam',
  },
  WebhookProblems: {
    severity: 'warning',
    description:
      'Stripe does not deliver every event that the service handles, because its webhook endpoint is missing, disabled or differs. Or the stored key lacks the permission to check this',
  },
  // Anyone can send requests with invalid signatures. Scanners send a few at a time, and the hourly smoke test sends
  // one. A wrong signing secret rejects every event, and Stripe repeats each one about four times in six hours, so with
  // 1,000 members the count reaches twenty within two hours. The sender's log shows whether its events were rejected.
  WebhooksRejected: {
    severity: 'warning',
    description:
      'Twenty or more webhooks in six hours had invalid signatures. Check that the signing secret is the same here and at the sender',
    threshold: 20,
    hours: 6,
  },
  // Only events with a valid signature are counted, so nobody but Stripe can raise this alarm.
  WrongModeEvents: {
    severity: 'warning',
    description:
      'Stripe sends events of test mode to the live site, or live events to a test site. The signing secret here belongs to the other mode, so the stage may reject its own events',
  },
  // Anyone can chat under the public id of the property, and an account may be deleted before its chat is reported.
  UnknownChatVisitors: {
    severity: 'warning',
    description:
      'Within a day, advisers replied to three or more visitors whom the service does not know. Tawk.to probably rejects the signed identities',
    threshold: 3,
    hours: 24,
  },
  SharedLimitsExceeded: {
    severity: 'critical',
    description:
      'An operation received more requests than its limit for all clients. Emailed links, sign-up, the contact form and chat transcripts still accept two an hour from each network, up to a second limit. Tickets and follow-up questions are rejected',
  },
}

/** Returns the sum of a count that functions write, by default for each hour. */
export const countMetric = (metricName: CountName, stage: Stage, hours = 1): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { stage: stage.name },
    period: Duration.hours(hours),
    statistic: 'sum',
  })

/** Adds an alarm for every count that functions write. */
export const addCountAlarms = (
  scope: Construct,
  { stage, alarms }: { readonly stage: Stage; readonly alarms: AlarmTopic },
): void => {
  // `Object.keys` loses the type of the keys.
  for (const metricName of Object.keys(definitions) as MetricName[]) {
    const { hours, ...definition } = definitions[metricName]
    alarms.addAlarm(scope, metricName, { ...definition, metric: countMetric(metricName, stage, hours) })
  }
}
