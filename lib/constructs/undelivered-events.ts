import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Queue, QueueEncryption, type IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { storagePeriods } from '#shared/values/retention.ts'
import { acknowledge } from './acknowledge.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'

/** The ARN of every rule that has the stage's prefix. */
const rulesOf = (stack: Stack, stage: Stage): string =>
  stack.formatArn({ service: 'events', resource: 'rule', resourceName: `advice-${stage.name}-*` })

export interface UndeliveredEventsProps {
  readonly stage: Stage
  readonly alarms: AlarmTopic
}

/**
 * Collects the events that EventBridge could not deliver to their function: schedules, bounces and complaints. Also
 * collects bounces and complaints that the function could not record. EventBridge invokes functions asynchronously, so
 * its own retries end when Lambda has accepted an event, and Lambda discards one that fails three times.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export class UndeliveredEvents extends Queue {
  /** The queue for rules and functions. It is imported, so CDK does not add a statement to its policy for each rule. */
  readonly target: IQueue

  constructor(scope: Construct, id: string, { stage, alarms }: UndeliveredEventsProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(storagePeriods.failedRecord.days),
    })
    acknowledge(this, { 'AwsSolutions-SQS3': 'It is a dead-letter queue itself.' })
    // One statement for all rules of the stage, because SQS allows only 20 statements in a policy.
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowRulesOfTheStage',
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queueArn],
        conditions: { ArnLike: { 'aws:SourceArn': rulesOf(Stack.of(this), stage) } },
      }),
    )
    this.target = Queue.fromQueueArn(this, 'Target', this.queueArn)
    alarms.addAlarm(this, 'UndeliveredEvents', {
      severity: 'warning',
      metric: this.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'max',
      }),
      description:
        'EventBridge could not start a function for a schedule, a bounce or a complaint, or a bounce or complaint could not be recorded in three attempts',
    })
  }
}
