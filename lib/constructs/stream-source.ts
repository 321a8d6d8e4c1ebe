import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { FailedRecords } from './failed-records.ts'
import type { ServiceFunction } from './service-function.ts'

export interface StreamSourceProps {
  readonly stage: Stage
  readonly table: ITable
  /** Entity of the items whose changes are sent to the function. */
  readonly entity: string
  /** Kinds of changes. The others invoke nothing. */
  readonly events: readonly ('INSERT' | 'MODIFY')[]
  /** Name of the alarm for records that failed every retry. */
  readonly alarm: string
  readonly alarms: AlarmTopic
}

/** Invokes a function for changes of items of the table. Records that fail five retries are kept, with an alarm. */
export const addStreamSource = (
  fn: ServiceFunction,
  { stage, table, entity, events, alarm, alarms }: StreamSourceProps,
): void => {
  const failed = new FailedRecords(fn, { stage, entity, alarm, alarms })
  fn.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      retryAttempts: 5,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: failed,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.or(...events),
          dynamodb: { NewImage: { entity: { S: FilterRule.isEqual(entity) } } },
        }),
      ],
    }),
  )
}
