import { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { AlarmTopic } from './alarm-topic.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

export interface StreamConsumerProps {
  readonly table: ITable
  /** Only new and changed items of this kind reach the function. */
  readonly entity: string
  readonly alarms: AlarmTopic
}

/** Feeds a function from the table. What it cannot deal with is parked in a queue, and an alarm says so. */
export const consumeStream = (fn: ServiceFunction, { table, entity, alarms }: StreamConsumerProps): void => {
  const parked = new Queue(fn, 'Parked', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  acknowledge(parked, { 'AwsSolutions-SQS3': 'It is where failed work is parked itself.' })
  fn.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      retryAttempts: 5,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(parked),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: { NewImage: { entity: { S: FilterRule.isEqual(entity) } } },
        }),
      ],
    }),
  )
  alarms.watch(fn, 'SomethingParked', {
    metric: parked.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: 'max',
    }),
    description: `Work of kind ${entity} failed for good and waits for a person`,
  })
}
