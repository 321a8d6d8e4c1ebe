import { Duration } from 'aws-cdk-lib'
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  Metric,
  PeriodOverride,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { metricNames } from '../../shared/values/metrics.ts'
import { functions } from '../functions.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { countMetric } from './count-alarms.ts'
import type { ServiceMetrics } from './service-alarms.ts'

export interface ServiceDashboardProps {
  readonly stage: Stage
  readonly alarms: AlarmTopic
  readonly metrics: ServiceMetrics
  readonly distributionId: string
}

/** A whole row of a dashboard has 24 units. */
const half = { width: 12, height: 6 }

const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, ...half })

/** A metric of every function of the stage, a line each. */
const ofEveryFunction = (stage: Stage, metricName: string, statistic: string): IMetric[] =>
  functions.map(
    ({ name }) =>
      new Metric({
        namespace: 'AWS/Lambda',
        metricName,
        dimensionsMap: { FunctionName: `advice-${stage.name}-${name}` },
        period: Duration.minutes(5),
        statistic,
        label: name,
      }),
  )

/** CloudFront reports from us-east-1 alone, so that an alarm here cannot watch it; a dashboard can show it. */
const ofCloudFront = (distributionId: string, metricName: string, statistic: string): IMetric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    region: 'us-east-1',
    period: Duration.minutes(5),
    statistic,
  })

/** One page that says how the service does: alarms first, then what people feel, then what is underneath. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    const { stage, alarms, metrics, distributionId } = props
    super(scope, id, {
      dashboardName: `advice-${stage.name}`,
      defaultInterval: Duration.days(1),
      periodOverride: PeriodOverride.INHERIT,
    })
    this.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: alarms.alarms, width: 24, height: 5 }))
    this.addWidgets(
      graph('Requests', [metrics.requests], [metrics.clientErrors, metrics.serverErrors]),
      graph('How long they take', [metrics.latencyP50, metrics.latencyP95]),
    )
    this.addWidgets(
      graph('Failures of functions', ofEveryFunction(stage, 'Errors', 'sum')),
      graph('Functions, ms', ofEveryFunction(stage, 'Duration', 'p95')),
    )
    this.addWidgets(
      graph(
        'The site',
        [ofCloudFront(distributionId, 'Requests', 'sum')],
        [ofCloudFront(distributionId, '5xxErrorRate', 'avg')],
      ),
      graph('Signing in, and the table', [metrics.triggerErrors, metrics.tableThrottles]),
    )
    this.addWidgets(
      graph(
        'What our own work has found',
        metricNames.map((name) => countMetric(name, stage)),
      ),
      graph('Mails: bounced, called spam', [metrics.bounceRate], [metrics.complaintRate]),
    )
  }
}
