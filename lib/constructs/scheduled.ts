import { Duration } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { AlarmTopic } from './alarm-topic.ts'
import type { ServiceFunction } from './service-function.ts'

export interface ScheduledProps {
  /** Name of the rule, and of what fails: `advice-dev-reconcile`. */
  readonly name: string
  /** `rate(…)` or `cron(…)`, in UTC. */
  readonly expression: string
  readonly alarms: AlarmTopic
}

/** Runs a function by the clock. Nobody waits for its answer, so an alarm speaks for it when it fails. */
export const runBySchedule = (fn: ServiceFunction, { name, expression, alarms }: ScheduledProps): void => {
  new Rule(fn, 'Schedule', {
    ruleName: name,
    schedule: Schedule.expression(expression),
    targets: [new LambdaFunction(fn, { retryAttempts: 2, maxEventAge: Duration.hours(1) })],
  })
  alarms.watch(fn, 'Failed', {
    metric: fn.metricErrors({ period: Duration.minutes(5), statistic: 'sum' }),
    description: `${name} failed`,
  })
}
