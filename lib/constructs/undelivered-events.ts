import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'

/** Collects the events that EventBridge could not deliver to their function: schedules, bounces and complaints. */
export class UndeliveredEvents extends Queue {
  constructor(scope: Construct, id: string, alarms: AlarmTopic) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledge(this, { 'AwsSolutions-SQS3': 'It is a dead-letter queue itself.' })
    alarms.addAlarm(this, 'UndeliveredEvents', {
      metric: this.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'max',
      }),
      description: 'EventBridge could not start a function for a schedule, a bounce or a complaint',
    })
  }
}
