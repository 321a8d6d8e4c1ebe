import type { Construct } from 'constructs'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { alarmOnCounts } from '../constructs/count-alarms.ts'
import { MonthlyBudget } from '../constructs/monthly-budget.ts'
import { runBySchedule } from '../constructs/scheduled.ts'
import { alarmOnService, serviceMetrics } from '../constructs/service-alarms.ts'
import { ServiceDashboard } from '../constructs/service-dashboard.ts'
import { ServiceFunction } from '../constructs/service-function.ts'
import { consumeStream } from '../constructs/stream-consumer.ts'
import { functions } from '../functions.ts'
import { FunctionStack, type FunctionStackProps } from './function-stack.ts'

/**
 * What works while nobody waits, and what watches: functions that the table or the clock calls, the alarms, the
 * dashboard and the budget. A stack of its own, because a stack holds 500 resources and each function brings eight.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
export class OperationsStack extends FunctionStack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props)
    const { stage, data, web, bundles } = props
    const { surroundings } = this
    const alarms = new AlarmTopic(this, 'Alarms', { email: stage.alarmEmail })

    const metrics = serviceMetrics({ stage, httpApi: web.httpApi, table: data.table })

    alarmOnService(this, alarms, metrics)
    alarmOnCounts(this, { stage, alarms })
    for (const definition of functions) {
      const { source, name } = definition
      if (!('stream' in source) && !('schedule' in source)) continue
      const fn = new ServiceFunction(this, { definition, stage, surroundings, bundles })
      if ('stream' in source) consumeStream(fn, { table: data.table, entity: source.stream.entity, alarms })
      else runBySchedule(fn, { name: `advice-${stage.name}-${name}`, expression: source.schedule, alarms })
    }
    new ServiceDashboard(this, 'Dashboard', { stage, alarms, metrics, distributionId: web.distributionId })
    new MonthlyBudget(this, 'Budget', stage)
  }
}
