import { CfnOutput } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { addCountAlarms } from '../constructs/count-alarms.ts'
import { addConfigurationSet, addEmailEvents } from '../constructs/email-events.ts'
import { MonthlyBudget } from '../constructs/monthly-budget.ts'
import { addSchedule } from '../constructs/schedule.ts'
import { addServiceAlarms, serviceMetrics } from '../constructs/service-alarms.ts'
import { ServiceDashboard } from '../constructs/service-dashboard.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { addStreamSource } from '../constructs/stream-source.ts'
import { UndeliveredEvents } from '../constructs/undelivered-events.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

/** Name of the output with the ARN of the topic that receives alarms. */
export const alarmTopicOutput = 'AlarmTopicArn'

/**
 * Background work and monitoring: functions invoked by the table's stream or a schedule, alarms, dashboard and budget.
 * It is a separate stack because CloudFormation limits the number of resources in a stack.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
export class OperationsStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, data, web, functions, bundles } = props
    const { sharedResources } = this
    const alarms = new AlarmTopic(this, 'Alarms', { stage })
    new CfnOutput(this, alarmTopicOutput, { value: alarms.topicArn })

    const { userPool, userPoolClient } = sharedResources
    const metrics = serviceMetrics({
      stage,
      functions,
      httpApi: web.httpApi,
      table: data.table,
      userPool,
      userPoolClient,
    })

    addServiceAlarms(this, alarms, metrics)
    addCountAlarms(this, { stage, alarms })
    const undelivered = new UndeliveredEvents(this, 'UndeliveredEvents', { stage, alarms }).target
    addConfigurationSet(this, stage)
    for (const definition of functions) {
      const { source } = definition
      if (!('stream' in source) && !('schedule' in source) && !('emailEvents' in source)) continue
      const fn = new ServiceFunction(this, {
        definition,
        stage,
        sharedResources,
        bundles,
        // A run of a schedule that fails is made up by the next one. A bounce is reported only once.
        ...('emailEvents' in source && { deadLetterQueue: undelivered }),
      })
      const name = `advice-${stage.name}-${definition.name}`
      if ('stream' in source)
        addStreamSource(fn, { stage, name, table: data.table, ...source.stream, alarms })
      else if ('schedule' in source)
        addSchedule(fn, { name, expression: source.schedule, alarms, undelivered })
      else addEmailEvents(fn, { stage, name, detailTypes: source.emailEvents, alarms, undelivered })
    }
    new ServiceDashboard(this, 'Dashboard', {
      stage,
      functions,
      alarms,
      metrics,
      distributionId: web.distribution.distributionId,
    })
    new MonthlyBudget(this, 'Budget', { stage, topic: alarms })
  }
}
