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
import type { FunctionDefinition } from '#platform/function.ts'
import { metricNames, severities } from '#shared/values/metrics.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { countMetric } from './count-alarms.ts'
import type { ServiceMetrics } from './service-alarms.ts'

export interface ServiceDashboardProps {
  readonly stage: Stage
  readonly functions: readonly FunctionDefinition[]
  readonly alarms: AlarmTopic
  readonly metrics: ServiceMetrics
  readonly distributionId: string
}

/** Half of a dashboard row, which is 24 units wide. */
const half = { width: 12, height: 6 }

const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, ...half })

/** Returns a metric for every function of the stage. */
const functionMetrics = (
  { stage, functions }: Pick<ServiceDashboardProps, 'stage' | 'functions'>,
  metricName: string,
  statistic: string,
): IMetric[] =>
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

/** CloudFront reports its metrics in us-east-1 only. A dashboard can show them, but an alarm here cannot use them. */
const cloudFrontMetric = (distributionId: string, metricName: string, statistic: string): IMetric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    region: 'us-east-1',
    period: Duration.minutes(5),
    statistic,
  })

/**
 * The stage's dashboard: first the critical alarms, then the others, metrics of the user experience, and the underlying
 * resources.
 */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    const { stage, alarms, metrics, distributionId } = props
    super(scope, id, {
      dashboardName: `advice-${stage.name}`,
      defaultInterval: Duration.days(1),
      periodOverride: PeriodOverride.INHERIT,
    })
    for (const severity of severities)
      this.addWidgets(
        new AlarmStatusWidget({
          title: `Alarms: ${severity}`,
          alarms: alarms.alarmsOf(severity),
          width: 24,
          height: 5,
        }),
      )
    this.addWidgets(
      graph('Requests', [metrics.requests], [metrics.clientErrors, metrics.serverErrors]),
      graph('Latency', [metrics.latencyP50, metrics.latencyP95]),
    )
    this.addWidgets(
      graph('Function errors', functionMetrics(props, 'Errors', 'sum')),
      graph('Function duration p95, ms', functionMetrics(props, 'Duration', 'p95')),
    )
    this.addWidgets(
      graph('Function throttles', functionMetrics(props, 'Throttles', 'sum')),
      graph('Table throttles, by table and index', metrics.throttlesBySource),
    )
    this.addWidgets(
      graph(
        'Site',
        [cloudFrontMetric(distributionId, 'Requests', 'sum')],
        [cloudFrontMetric(distributionId, '5xxErrorRate', 'avg')],
      ),
      graph('Sign-in errors', [metrics.triggerErrors, metrics.signInThrottles]),
    )
    this.addWidgets(
      graph(
        'Background jobs',
        metricNames.map((name) => countMetric(name, stage)),
      ),
      graph('Email bounces and complaints', [metrics.bounceRate], [metrics.complaintRate]),
    )
  }
}
