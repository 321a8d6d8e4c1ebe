import type { Construct } from 'constructs'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { addCountAlarms } from '../constructs/count-alarms.ts'
import { MonthlyBudget } from '../constructs/monthly-budget.ts'
import { addSchedule, MissedSchedules } from '../constructs/schedule.ts'
import { addServiceAlarms, serviceMetrics } from '../constructs/service-alarms.ts'
import { ServiceDashboard } from '../constructs/service-dashboard.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { addStreamSource } from '../constructs/stream-source.ts'
import { functions } from '../functions.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

/**
 * Background work and monitoring: functions invoked by the table's stream or a schedule, alarms, dashboard and budget.
 * It is a separate stack because a stack holds at most 500 resources and each function has eight.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
export class OperationsStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, data, web, bundles } = props
    const { sharedResources } = this
    const alarms = new AlarmTopic(this, 'Alarms', { email: stage.alarmEmail })

    const metrics = serviceMetrics({ stage, httpApi: web.httpApi, table: data.table })

    addServiceAlarms(this, alarms, metrics)
    addCountAlarms(this, { stage, alarms })
    const missed = new MissedSchedules(this, 'MissedSchedules', alarms)
    for (const definition of functions) {
      const { source, name } = definition
      if (!('stream' in source) && !('schedule' in source)) continue
      const fn = new ServiceFunction(this, { definition, stage, sharedResources, bundles })
      if ('stream' in source) addStreamSource(fn, { table: data.table, entity: source.stream.entity, alarms })
      else
        addSchedule(fn, { name: `advice-${stage.name}-${name}`, expression: source.schedule, alarms, missed })
    }
    new ServiceDashboard(this, 'Dashboard', {
      stage,
      alarms,
      metrics,
      distributionId: web.distribution.distributionId,
    })
    new MonthlyBudget(this, 'Budget', { stage, topic: alarms })
  }
}
