import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Queue, QueueEncryption, type IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { windowOf } from './schedule-window.ts'
import type { ServiceFunction } from './service-function.ts'

/** Collects the events of schedules that could not be delivered to their function. */
export class MissedSchedules extends Queue {
  constructor(scope: Construct, id: string, alarms: AlarmTopic) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledge(this, { 'AwsSolutions-SQS3': 'It is a dead-letter queue itself.' })
    alarms.addAlarm(this, 'UndeliveredSchedules', {
      metric: this.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'max',
      }),
      description: 'EventBridge could not start a function',
    })
  }
}

export interface ScheduleProps {
  /** Name of the rule: `advice-dev-reconcile`. */
  readonly name: string
  /** `rate(…)` or `cron(…)`, in UTC. */
  readonly expression: string
  readonly alarms: AlarmTopic
  readonly missed: IQueue
}

/**
 * Runs a function on a schedule. Adds alarms for its failures and for missing runs, because nothing waits for its
 * result.
 */
export const addSchedule = (
  fn: ServiceFunction,
  { name, expression, alarms, missed }: ScheduleProps,
): void => {
  new Rule(fn, 'Schedule', {
    ruleName: name,
    schedule: Schedule.expression(expression),
    targets: [
      new LambdaFunction(fn, { retryAttempts: 2, maxEventAge: Duration.hours(1), deadLetterQueue: missed }),
    ],
  })
  alarms.addAlarm(fn, 'ScheduleErrors', {
    metric: fn.metricErrors({ period: Duration.minutes(5), statistic: 'sum' }),
    description: `${name} failed`,
  })
  const window = windowOf(expression)
  alarms.addAlarm(fn, 'ScheduleDidNotRun', {
    metric: fn.metricInvocations({ period: window.period, statistic: 'sum' }),
    description: `${name} did not run. After the first deployment, this is raised until its first run`,
    threshold: 0,
    comparison: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    periods: window.periods,
    treatMissingData: TreatMissingData.BREACHING,
  })
}
