import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { AlarmTopic } from './alarm-topic.ts'
import type { ServiceFunction } from './service-function.ts'

export interface ScheduleProps {
  /** Name of the rule: `advice-dev-reconcile`. */
  readonly name: string
  /** `rate(…)` or `cron(…)`, in UTC. */
  readonly expression: string
  readonly alarms: AlarmTopic
}

/** Runs a function on a schedule and adds an alarm for its failures, because nothing waits for its result. */
export const addSchedule = (fn: ServiceFunction, { name, expression, alarms }: ScheduleProps): void => {
  new Rule(fn, 'Schedule', {
    ruleName: name,
    schedule: Schedule.expression(expression),
    targets: [new LambdaFunction(fn, { retryAttempts: 2, maxEventAge: Duration.hours(1) })],
  })
  alarms.addAlarm(fn, 'Errors', {
    metric: fn.metricErrors({ period: Duration.minutes(5), statistic: 'sum' }),
    description: `${name} failed`,
  })
}
