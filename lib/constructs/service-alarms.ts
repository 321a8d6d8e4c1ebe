import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { MathExpression, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import type { FunctionDefinition } from '#platform/function.ts'
import { rejectedSignIns } from '#shared/values/metrics.ts'
import type { Stage } from '../stages.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { countMetric } from './count-alarms.ts'
import { indexNames } from './service-table.ts'

const fiveMinutes = { period: Duration.minutes(5) }

/** Returns the metrics of the whole service that alarms and the dashboard share. */
export const serviceMetrics = ({
  stage,
  functions,
  httpApi,
  table,
  userPool,
  userPoolClient,
}: {
  readonly stage: Stage
  readonly functions: readonly FunctionDefinition[]
  readonly httpApi: HttpApi
  readonly table: ITable
  readonly userPool: IUserPool
  readonly userPoolClient: IUserPoolClient
}) => ({
  requests: httpApi.metricCount({ ...fiveMinutes, statistic: 'sum', label: 'requests' }),
  clientErrors: httpApi.metricClientError({ ...fiveMinutes, statistic: 'sum', label: 'client errors (4xx)' }),
  serverErrors: httpApi.metricServerError({ ...fiveMinutes, statistic: 'sum', label: 'server errors (5xx)' }),
  latencyP50: httpApi.metricLatency({ ...fiveMinutes, statistic: 'p50', label: 'p50, ms' }),
  latencyP95: httpApi.metricLatency({ ...fiveMinutes, statistic: 'p95', label: 'p95, ms' }),
  triggerErrors: unexpectedTriggerErrors(stage, functions),
  triggerCalls: triggerSum(stage, functions, 'Invocations', 'calls of user pool triggers'),
  signInThrottles: signInThrottles(userPool, userPoolClient),
  tableThrottles: tableThrottles(throttledRequests(table)),
  throttlesBySource: Object.values(throttledRequests(table)),
  bounceRate: reputation('BounceRate'),
  complaintRate: reputation('ComplaintRate'),
})

export type ServiceMetrics = ReturnType<typeof serviceMetrics>

/** Sums a metric of the user pool's triggers. They have no route, so the API's metrics do not include them. */
const triggerSum = (
  stage: Stage,
  functions: readonly FunctionDefinition[],
  metricName: 'Errors' | 'Invocations',
  label: string,
): IMetric => {
  const metrics = functions
    .filter(({ source }) => 'userPoolTrigger' in source)
    .map(({ name }): [string, IMetric] => [
      `${metricName.toLowerCase()}_${name.replaceAll('-', '_')}`,
      new Metric({
        namespace: 'AWS/Lambda',
        metricName,
        dimensionsMap: { FunctionName: `advice-${stage.name}-${name}` },
        ...fiveMinutes,
        statistic: 'sum',
      }),
    ])
  return new MathExpression({
    expression: `SUM([${metrics.map(([id]) => id).join()}])`,
    usingMetrics: Object.fromEntries(metrics),
    label,
    ...fiveMinutes,
  })
}

/**
 * Returns the errors of the triggers without the sign-ins that they reject as expected, which Lambda also counts as
 * errors. The number of rejections has no values until the first rejection, and `FILL` only fills gaps between values.
 * `SUM` ignores missing values, so together with zeros it returns 0.
 */
const unexpectedTriggerErrors = (stage: Stage, functions: readonly FunctionDefinition[]): IMetric => {
  const errors = triggerSum(stage, functions, 'Errors', 'all errors of user pool triggers')
  const none = new MathExpression({ expression: 'errors * 0', usingMetrics: { errors }, ...fiveMinutes })
  const rejected = countMetric(rejectedSignIns, stage).with(fiveMinutes)
  return new MathExpression({
    expression: 'errors - SUM([rejected, none])',
    usingMetrics: { errors, none, rejected },
    label: 'user pool trigger errors',
    ...fiveMinutes,
  })
}

/**
 * Sums the sign-ins and renewals of sessions that Cognito throttles. Browsers call it directly, so no function logs
 * them.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/metrics-for-cognito-user-pools.html
 */
const signInThrottles = (
  { userPoolId: UserPool }: IUserPool,
  { userPoolClientId: UserPoolClient }: IUserPoolClient,
): IMetric => {
  const throttled = (metricName: 'SignInThrottles' | 'TokenRefreshThrottles') =>
    new Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool, UserPoolClient },
      ...fiveMinutes,
      statistic: 'sum',
    })
  return new MathExpression({
    expression: 'SUM([signIns, renewals])',
    usingMetrics: { signIns: throttled('SignInThrottles'), renewals: throttled('TokenRefreshThrottles') },
    label: 'throttled sign-ins',
    ...fiveMinutes,
  })
}

/**
 * Returns the metrics of the throttled reads and writes of the table and of each index, by their ids in a metric
 * expression.
 */
const throttledRequests = ({ tableName }: ITable): Record<string, IMetric> => {
  const throttled = (kind: 'reads' | 'writes', index?: string): IMetric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: kind === 'reads' ? 'ReadThrottleEvents' : 'WriteThrottleEvents',
      dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
      ...fiveMinutes,
      statistic: 'sum',
      label: `${kind} of ${index ?? 'the table'}`,
    })
  return Object.fromEntries(
    [undefined, ...indexNames].flatMap((index) => [
      [`reads_${index ?? 'table'}`, throttled('reads', index)],
      [`writes_${index ?? 'table'}`, throttled('writes', index)],
    ]),
  )
}

/** Sums throttled requests. A throttled index also blocks writes to the table. */
const tableThrottles = (usingMetrics: Record<string, IMetric>): IMetric =>
  new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics).join()}])`,
    usingMetrics,
    label: 'throttled requests',
    ...fiveMinutes,
  })

/** SES reports these rates for the whole AWS account, and only at intervals. */
const reputation = (name: 'BounceRate' | 'ComplaintRate'): IMetric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${name}`,
    period: Duration.hours(1),
    statistic: 'avg',
  })

/**
 * Returns the p95 latency within an hour, or 0 with fewer than 20 requests, so that a single cold start at night raises
 * no alarm. With 1,000 members there are about 70 requests an hour, too few for a shorter period.
 */
const latency = ({ requests, latencyP95 }: Pick<ServiceMetrics, 'requests' | 'latencyP95'>): IMetric =>
  new MathExpression({
    expression: 'IF(requests >= 20, p95, 0)',
    usingMetrics: { requests, p95: latencyP95 },
    period: Duration.hours(1),
  })

/**
 * Returns the percentage of calls that failed, or 0 if fewer than `minimum` failed. A limit on the count alone would
 * rarely be reached with few members and always with many: 1,000 members make about 70 calls an hour, 10 million make
 * 700,000. The period is the window of the alarm, which CloudWatch moves along every minute.
 */
const failedShare = (
  { failed, calls }: Readonly<Record<'failed' | 'calls', IMetric>>,
  minimum: number,
  period: Duration,
): IMetric =>
  new MathExpression({
    expression: `IF(failed >= ${minimum}, 100 * failed / calls, 0)`,
    usingMetrics: { failed, calls },
    period,
  })

/** A thousandth of the calls, in percent. AWS's own services fail less often. */
const oneInAThousand = 0.1

/**
 * Adds alarms on bounces and complaints. The thresholds are the rates at which SES reviews an account. SES stops sending
 * at higher rates.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
 */
const addReputationAlarms = (scope: Construct, alarms: AlarmTopic, metrics: ServiceMetrics): void => {
  alarms.addAlarm(scope, 'EmailBounceRate', {
    // Once SES has stopped, only AWS can let the account send again.
    severity: 'critical',
    metric: metrics.bounceRate,
    description: 'At least 5 % of emails bounce. SES stops sending at 10 %',
    threshold: 0.05,
    treatMissingData: TreatMissingData.IGNORE,
  })
  alarms.addAlarm(scope, 'EmailComplaintRate', {
    severity: 'warning',
    metric: metrics.complaintRate,
    description: 'At least 0.1 % of emails are reported as spam. SES stops sending at 0.5 %',
    threshold: 0.001,
    treatMissingData: TreatMissingData.IGNORE,
  })
}

/** Adds alarms on problems that affect users. */
export const addServiceAlarms = (scope: Construct, alarms: AlarmTopic, metrics: ServiceMetrics): void => {
  const { requests, serverErrors, clientErrors, triggerErrors, triggerCalls } = metrics
  alarms.addAlarm(scope, 'ApiErrors', {
    severity: 'critical',
    metric: failedShare({ failed: serverErrors, calls: requests }, 3, Duration.hours(1)),
    description:
      'Within an hour, three or more requests failed with a 5xx status, and at least one in a thousand',
    threshold: oneInAThousand,
  })
  // Only a few members buy, withdraw or upload in an hour. Without this alarm, one of these operations could fail for
  // everyone unnoticed.
  alarms.addAlarm(scope, 'ApiErrorsInADay', {
    severity: 'warning',
    metric: failedShare({ failed: serverErrors, calls: requests }, 5, Duration.days(1)),
    description:
      'Within 24 hours, five or more requests failed with a 5xx status, and at least one in a thousand. Perhaps one operation always fails',
    threshold: oneInAThousand,
  })
  // A mistake in secrets, tokens or limits rejects everyone without a single 5xx response. Otherwise few requests are
  // rejected.
  alarms.addAlarm(scope, 'ApiRejections', {
    severity: 'critical',
    metric: failedShare({ failed: clientErrors, calls: requests }, 15, Duration.minutes(30)),
    description:
      'Within 30 minutes, 15 or more requests were rejected with a 4xx status, and at least half of all',
    threshold: 50,
  })
  alarms.addAlarm(scope, 'ApiLatency', {
    severity: 'warning',
    metric: latency(metrics),
    description: 'The API is slow: within an hour, one request in 20 took three seconds or more',
    threshold: 3000,
  })
  alarms.addAlarm(scope, 'SignInErrors', {
    severity: 'critical',
    // Cognito makes a call up to three times if it times out, so three failures can be one sign-in and must not raise
    // the alarm.
    metric: failedShare({ failed: triggerErrors, calls: triggerCalls }, 4, Duration.hours(1)),
    description:
      'Users cannot sign in: within an hour, four or more calls of the user pool triggers failed, and at least one in a thousand',
    threshold: oneInAThousand,
  })
  alarms.addAlarm(scope, 'SignInThrottles', {
    severity: 'critical',
    metric: metrics.signInThrottles,
    description:
      'Within five minutes, Cognito throttled ten or more sign-ins or renewals of sessions. Users cannot sign in, or their pages fail',
    threshold: 10,
  })
  alarms.addAlarm(scope, 'TableThrottles', {
    severity: 'warning',
    metric: metrics.tableThrottles,
    description: 'DynamoDB throttles requests to the table, probably because one key is used too often',
    threshold: 10,
  })
  addReputationAlarms(scope, alarms, metrics)
}
