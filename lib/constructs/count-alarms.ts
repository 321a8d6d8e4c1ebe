import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { metricNamespace, type MetricName } from '../../shared/values/metrics.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic, Watch } from './alarm-topic.ts'

const watched: Readonly<Record<MetricName, Omit<Watch, 'metric'>>> = {
  AccessDrift: {
    description: 'Somebody had access that was not paid for, or paid and had none; it has been mended',
  },
  ReconcileFailures: { description: 'Somebody could not be compared with the payment provider' },
  DeletionsContinued: { description: 'The deletion of an account was left unfinished; it has been finished' },
  DeletionFailures: { description: 'The deletion of an account cannot be finished' },
  RetentionFailures: { description: 'Something that has outlived its period could not be removed' },
  ClosedDatesRunOut: {
    description: 'The days on which the chat is closed are known for less than half a year',
  },
  // Strangers can send some, too: each sender's log says whether ours were among the refused.
  WebhooksRefused: {
    description:
      'Webhooks come with signatures that do not fit: is a secret here another than the one there?',
    threshold: 3,
  },
}

/** A count that functions write, in sums of an hour. */
export const countMetric = (metricName: MetricName, stage: Stage): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { stage: stage.name },
    period: Duration.hours(1),
    statistic: 'sum',
  })

/** Alarms on the counts that functions write when somebody has to act. */
export const alarmOnCounts = (
  scope: Construct,
  { stage, alarms }: { readonly stage: Stage; readonly alarms: AlarmTopic },
): void => {
  // Object.entries forgets which names the keys are.
  for (const metricName of Object.keys(watched) as MetricName[])
    alarms.watch(scope, metricName, { ...watched[metricName], metric: countMetric(metricName, stage) })
}
