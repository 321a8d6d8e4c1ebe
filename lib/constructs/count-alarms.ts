import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { metricNamespace, type MetricName } from '../../shared/values/metrics.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'

const watched: Readonly<Record<MetricName, string>> = {
  AccessDrift: 'Somebody had access that was not paid for, or paid and had none; it has been mended',
  ReconcileFailures: 'Somebody could not be compared with the payment provider',
  DeletionsContinued: 'The deletion of an account was left unfinished; it has been finished',
  DeletionFailures: 'The deletion of an account cannot be finished',
  RetentionFailures: 'Something that has outlived its period could not be removed',
  ClosedDatesRunOut: 'The days on which the chat is closed are known for less than half a year',
}

/** Alarms on the counts that scheduled functions write: above nothing, somebody has to act. */
export const alarmOnCounts = (
  scope: Construct,
  { stage, alarms }: { readonly stage: Stage; readonly alarms: AlarmTopic },
): void => {
  for (const [metricName, alarmDescription] of Object.entries(watched)) {
    const metric = new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { stage: stage.name },
      period: Duration.hours(1),
      statistic: 'sum',
    })
    alarms.notify(
      metric.createAlarm(scope, metricName, {
        alarmDescription,
        threshold: 1,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }),
    )
  }
}
