import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { AlarmTopic } from './alarm-topic.ts'
import { windowOf } from './schedule-window.ts'
import type { ServiceFunction } from './service-function.ts'

export interface ScheduleProps {
  /** Name of the rule: `advice-dev-reconcile`. */
  readonly name: string
  /** `rate(…)` or `cron(…)`, in UTC. */
  readonly expression: string
  readonly alarms: AlarmTopic
  readonly undelivered: IQueue
}

/**
 * Runs a function on a schedule. Adds alarms for its failures and for missing runs, because nothing waits for its
 * result.
 */
export const addSchedule = (
  fn: ServiceFunction,
  { name, expression, alarms, undelivered }: ScheduleProps,
): void => {
  new Rule(fn, 'Schedule', {
    ruleName: name,
    schedule: Schedule.expression(expression),
    targets: [
      new LambdaFunction(fn, {
        retryAttempts: 2,
        maxEventAge: Duration.hours(1),
        deadLetterQueue: undelivered,
      }),
    ],
  })
  // A failed run harms nobody at once: Lambda repeats it, and the next run continues.
  const ofFunction = { severity: 'warning', functionName: fn.node.id } as const
  alarms.addAlarm(fn, 'ScheduleErrors', {
    ...ofFunction,
    metric: fn.metricErrors({ period: Duration.minutes(5), statistic: 'sum' }),
    description: `${name} failed`,
  })
  const window = windowOf(expression)
  alarms.addAlarm(fn, 'ScheduleDidNotRun', {
    ...ofFunction,
    metric: fn.metricInvocations({ period: window.period, statistic: 'sum' }),
    description: `${name} did not run. After the first deployment, this is raised until its first run`,
    threshold: 0,
    comparison: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    periods: window.periods,
    treatMissingData: TreatMissingData.BREACHING,
  })
}
