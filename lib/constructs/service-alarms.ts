import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { MathExpression, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { functions } from '../functions.ts'
import { indexNames } from '../stacks/data.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'

const fiveMinutes = { period: Duration.minutes(5) }

/** What can be measured of the whole service, for alarms and the dashboard alike. */
export const serviceMetrics = ({
  stage,
  httpApi,
  table,
}: {
  readonly stage: Stage
  readonly httpApi: HttpApi
  readonly table: ITable
}) => ({
  requests: httpApi.metricCount({ ...fiveMinutes, statistic: 'sum', label: 'requests' }),
  clientErrors: httpApi.metricClientError({ ...fiveMinutes, statistic: 'sum', label: 'refused (4xx)' }),
  serverErrors: httpApi.metricServerError({ ...fiveMinutes, statistic: 'sum', label: 'failed (5xx)' }),
  latencyP50: httpApi.metricLatency({ ...fiveMinutes, statistic: 'p50', label: 'half, ms' }),
  latencyP95: httpApi.metricLatency({ ...fiveMinutes, statistic: 'p95', label: '95 of 100, ms' }),
  triggerErrors: triggerErrors(stage),
  tableThrottles: tableThrottles(table),
  bounceRate: reputation('BounceRate'),
  complaintRate: reputation('ComplaintRate'),
})

export type ServiceMetrics = ReturnType<typeof serviceMetrics>

/** The functions that the user pool calls have no route: their failures are no failures of the API. */
const triggerErrors = (stage: Stage): IMetric => {
  const errors = functions
    .filter(({ source }) => 'userPoolTrigger' in source)
    .map(({ name }): [string, IMetric] => [
      name.replaceAll('-', '_'),
      new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: { FunctionName: `advice-${stage.name}-${name}` },
        ...fiveMinutes,
        statistic: 'sum',
      }),
    ])
  return new MathExpression({
    expression: `SUM([${errors.map(([id]) => id).join()}])`,
    usingMetrics: Object.fromEntries(errors),
    label: 'failures of the user pool’s functions',
    ...fiveMinutes,
  })
}

/** Of the table and of its indexes: an index that is asked too often holds up the writes of the table. */
const tableThrottles = ({ tableName }: ITable): IMetric => {
  const throttled = (metricName: string, index?: string): IMetric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
      ...fiveMinutes,
      statistic: 'sum',
    })
  const places = [undefined, ...indexNames]
  const usingMetrics = Object.fromEntries(
    places.flatMap((index) => [
      [`reads_${index ?? 'table'}`, throttled('ReadThrottleEvents', index)],
      [`writes_${index ?? 'table'}`, throttled('WriteThrottleEvents', index)],
    ]),
  )
  const expression = `SUM([${Object.keys(usingMetrics).join()}])`
  return new MathExpression({ expression, usingMetrics, label: 'throttled requests', ...fiveMinutes })
}

/** Of the whole account: Amazon SES judges by account, not by sender, and writes the rate down now and then only. */
const reputation = (what: 'BounceRate' | 'ComplaintRate'): IMetric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${what}`,
    period: Duration.hours(1),
    statistic: 'avg',
  })

/** One request in twenty says something only where there are twenty: at night a single cold start is no alarm. */
const slowness = ({ requests, latencyP95 }: Pick<ServiceMetrics, 'requests' | 'latencyP95'>): IMetric =>
  new MathExpression({
    expression: 'IF(requests >= 20, p95, 0)',
    usingMetrics: { requests, p95: latencyP95 },
    ...fiveMinutes,
  })

/**
 * Alarms on what people feel. Bounces and complaints speak at the rates from which Amazon SES reviews an account,
 * well before those at which it stops sending.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
 */
export const alarmOnService = (scope: Construct, alarms: AlarmTopic, metrics: ServiceMetrics): void => {
  alarms.watch(scope, 'ApiFails', {
    metric: metrics.serverErrors,
    description: 'Requests fail: five or more within five minutes got a 5xx',
    threshold: 5,
  })
  alarms.watch(scope, 'ApiSlow', {
    metric: slowness(metrics),
    description: 'The API is slow: for a quarter of an hour one request in twenty took three seconds or more',
    threshold: 3000,
    periods: 3,
  })
  alarms.watch(scope, 'SignInFails', {
    metric: metrics.triggerErrors,
    description: 'People cannot sign in: functions of the user pool fail',
    threshold: 3,
  })
  alarms.watch(scope, 'TableThrottles', {
    metric: metrics.tableThrottles,
    description: 'The table turns requests away: one key is asked too often',
    threshold: 10,
  })
  alarms.watch(scope, 'MailsBounce', {
    metric: metrics.bounceRate,
    description: 'One mail in twenty or more bounces: Amazon SES stops sending at one in ten',
    threshold: 0.05,
    missing: TreatMissingData.IGNORE,
  })
  alarms.watch(scope, 'MailsUnwanted', {
    metric: metrics.complaintRate,
    description:
      'One mail in a thousand or more is called spam: Amazon SES stops sending at one in two hundred',
    threshold: 0.001,
    missing: TreatMissingData.IGNORE,
  })
}
