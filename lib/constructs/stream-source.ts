import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Stage } from '../stages.ts'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { formerTableArn } from './former-table.ts'
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
      [`AwsSolutions-IAM5[Resource::arn:aws:dynamodb:${region}:<AWS::AccountId>:table/${from}/stream/*]`]:
        'The settings do not name the stream of the former table.',
    })
}

/** Invokes a function for changes of items of the table. Records that fail five retries are kept, with an alarm. */
export const addStreamSource = (
  fn: ServiceFunction,
  { stage, table, entity, events, alarm, alarms }: StreamSourceProps,
): void => {
  keepFormerStream(fn, stage, table)
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
