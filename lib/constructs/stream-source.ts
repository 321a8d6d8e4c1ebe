import { Duration, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Severity } from '#shared/values/metrics.ts'
import type { Stage } from '../stages.ts'
import { accountInFinding, acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { formerTableArn } from './former-table.ts'
import { FailedRecords } from './failed-records.ts'
import type { ServiceFunction } from './service-function.ts'

export interface StreamSourceProps {
  readonly stage: Stage
  /** Name of the function: `advice-dev-deliver-email`. */
  readonly name: string
  readonly table: ITable
  /** Entity of the items whose changes are sent to the function. */
  readonly entity: string
  /** Kinds of changes. The others invoke nothing. */
  readonly events: readonly ('INSERT' | 'MODIFY')[]
  /** Name of the alarm for records that failed every retry. */
  readonly alarm: string
  readonly severity: Severity
  readonly alarms: AlarmTopic
}

/** Lets a function read the stream of the former table until its event source is replaced. */
const keepFormerStream = (fn: ServiceFunction, stage: Stage, table: ITable): void => {
  const arn = formerTableArn(stage, table)
  if (arn === undefined) return
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [`${arn}/stream/*`],
    }),
  )
  const { region } = Stack.of(table)
  const { from } = stage.restoredTable?.unfinishedSwitch ?? {}
  if (fn.role)
    acknowledge(fn.role, {
      [`AwsSolutions-IAM5[Resource::arn:aws:dynamodb:${region}:${accountInFinding(fn)}:table/${from}/stream/*]`]:
        'The settings do not name the stream of the former table.',
    })
}

/**
 * Adds an alarm that is raised when Lambda no longer polls the stream for a function, because somebody has disabled the
 * event source or its role cannot read the stream. Lambda writes a zero for each poll that finds nothing, and no value
 * at all for a disabled event source.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics
 */
const watchPolls = (fn: ServiceFunction, source: DynamoEventSource, name: string, alarms: AlarmTopic): void =>
  alarms.addAlarm(fn, 'EventSourceStopped', {
    // `send-waiting-emails` sends emails in the meantime, and the stream keeps changes for a day.
    severity: 'warning',
    functionName: fn.node.id,
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'PolledEventCount',
      dimensionsMap: { EventSourceMappingUUID: source.eventSourceMappingId },
      period: Duration.minutes(5),
      statistic: 'n',
    }),
    description: `For 15 minutes, Lambda has not read the stream of the table for ${name}: its event source is disabled, or may not read it. After the first deployment, this is raised until the first read`,
    threshold: 0,
    comparison: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    periods: 3,
    treatMissingData: TreatMissingData.BREACHING,
  })

/**
 * Invokes a function for changes of items of the table. Records that fail five retries are kept, with an alarm. Another
 * alarm is raised when the event source stops.
 */
export const addStreamSource = (
  fn: ServiceFunction,
  { stage, name, table, entity, events, alarm, severity, alarms }: StreamSourceProps,
): void => {
  keepFormerStream(fn, stage, table)
  const failed = new FailedRecords(fn, { stage, entity, alarm, severity, alarms })
  const source = new DynamoEventSource(table, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 10,
    retryAttempts: 5,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: failed,
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    filters: [
      FilterCriteria.filter({
        eventName: FilterRule.or(...events),
        dynamodb: { NewImage: { entity: { S: FilterRule.isEqual(entity) } } },
      }),
    ],
  })
  fn.addEventSource(source)
  watchPolls(fn, source, name, alarms)
}
