import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { functions } from '../functions.ts'
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
    .map(({ name }) => [
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
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(errors),
    label: 'failures of the user pool’s functions',
    ...fiveMinutes,
  })
}

const tableThrottles = ({ tableName }: ITable): IMetric => {
  const throttled = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName },
      ...fiveMinutes,
      statistic: 'sum',
    })
  return new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: { reads: throttled('ReadThrottleEvents'), writes: throttled('WriteThrottleEvents') },
    label: 'throttled requests',
    ...fiveMinutes,
  })
}

/** Of the whole account: Amazon SES judges by account, not by sender. */
const reputation = (what: 'BounceRate' | 'ComplaintRate'): IMetric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${what}`,
    period: Duration.hours(1),
    statistic: 'avg',
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
    metric: metrics.latencyP95,
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
  })
  alarms.watch(scope, 'MailsUnwanted', {
    metric: metrics.complaintRate,
    description:
      'One mail in a thousand or more is called spam: Amazon SES stops sending at one in two hundred',
    threshold: 0.001,
  })
}
