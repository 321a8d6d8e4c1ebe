import { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { AlarmTopic } from './alarm-topic.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

export interface StreamSourceProps {
  readonly table: ITable
  /** Entity of the new and changed items that are sent to the function. */
  readonly entity: string
  readonly alarms: AlarmTopic
}

/**
 * Invokes a function for new and changed items of the table. Records that fail five retries go to a dead-letter queue,
 * which has an alarm.
 */
export const addStreamSource = (fn: ServiceFunction, { table, entity, alarms }: StreamSourceProps): void => {
  const deadLetters = new Queue(fn, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  acknowledge(deadLetters, { 'AwsSolutions-SQS3': 'It is a dead-letter queue itself.' })
  fn.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      retryAttempts: 5,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(deadLetters),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: { NewImage: { entity: { S: FilterRule.isEqual(entity) } } },
        }),
      ],
    }),
  )
  alarms.addAlarm(fn, 'EmailDeadLetters', {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: 'max',
    }),
    description: `Records of kind ${entity} failed every retry and are in the dead-letter queue`,
  })
}
