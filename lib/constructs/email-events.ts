import { Duration } from 'aws-cdk-lib'
import { EventBus, Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { configurationSetOf, type Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import type { ServiceFunction } from './service-function.ts'

/**
 * Creates the configuration set with which the stage sends emails. SES reports bounces and complaints about these
 * emails to EventBridge, and also adds the addresses to its own suppression list.
 */
export const addConfigurationSet = (scope: Construct, stage: Stage): void => {
  const set = new ConfigurationSet(scope, 'Emails', {
    configurationSetName: configurationSetOf(stage),
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    reputationMetrics: true,
  })
  set.addEventDestination('EventBridge', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(scope, 'DefaultBus', 'default')),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  })
}

export interface EmailEventsProps {
  readonly stage: Stage
  /** Name of the rule: `advice-dev-record-email-problems`. */
  readonly name: string
  readonly detailTypes: readonly string[]
  readonly alarms: AlarmTopic
  readonly undelivered: IQueue
}

/** Invokes a function for events about the stage's emails. Adds an alarm for its failures. */
export const addEmailEvents = (
  fn: ServiceFunction,
  { stage, name, detailTypes, alarms, undelivered }: EmailEventsProps,
): void => {
  new Rule(fn, 'Events', {
    ruleName: name,
    eventPattern: {
      source: ['aws.ses'],
      detailType: [...detailTypes],
      // All stages of an account share the bus.
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSetOf(stage)] } } },
    },
    targets: [
      new LambdaFunction(fn, {
        retryAttempts: 5,
        maxEventAge: Duration.hours(6),
        deadLetterQueue: undelivered,
      }),
    ],
  })
  alarms.addAlarm(fn, 'EmailProblemErrors', {
    severity: 'warning',
    metric: fn.metricErrors({ period: Duration.minutes(5), statistic: 'sum' }),
    description: 'A bounce or complaint could not be recorded',
  })
}
