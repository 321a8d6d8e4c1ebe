import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { callsPerMonth } from '#bin/tasks/costs/use.ts'
import { fixedPrices, metricsOfEventSource, prices } from '#bin/tasks/costs/prices.ts'
import { functions } from '#lib/functions.ts'
import { metricNames, rejectedSignIns, severities } from '#shared/values/metrics.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

const templates = templatesOf('prod')

test('alarms cover every metric, notify the topic and are on the dashboard', () => {
  const alarms = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm')
  const names = alarms.map(([logicalId]) => logicalId.replace(/[0-9A-F]{8}$/, ''))
  expect(names).toEqual(
    expect.arrayContaining([
      'ApiErrors',
      'ApiErrorsInADay',
      'ApiRejections',
      'ApiLatency',
      'SignInErrors',
      'SignInThrottles',
      'TableThrottles',
      'EmailBounceRate',
      'EmailComplaintRate',
      ...metricNames,
    ]),
  )
  for (const [, { Properties }] of alarms)
    expect(Properties).toMatchObject({
      AlarmDescription: expect.stringMatching(/./),
      AlarmActions: [{ Ref: expect.stringMatching(/^Alarms/) }],
      TreatMissingData: expect.stringMatching(/^(notBreaching|breaching|ignore)$/),
    })
  const [[, dashboard] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Dashboard')
  const shown = JSON.stringify(dashboard)
  for (const [logicalId] of alarms) expect(shown).toContain(`"${logicalId}","Arn"`)
})

test('the name of each alarm, and so the subject of its email, states its severity, and its description what to do', () => {
  const urgency = { critical: 'critical (act now)', warning: 'warning (the next working day)' }
  const scheduled = functions.find(({ source }) => 'schedule' in source)?.name
  const names = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => {
    const name = String(Properties['AlarmName'])
    const [, severity = ''] = /^advice-prod-([a-z]+)-[A-Z]/.exec(name) ?? []
    expect(severities, name).toContain(severity)
    expect(Properties['AlarmDescription']).toContain(
      `. Severity: ${Reflect.get(urgency, severity)}. Runbook: `,
    )
    return name
  })
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('advice-prod-critical-ApiErrors')
  expect(names).toContain(`advice-prod-warning-ScheduleErrors-${scheduled}`)
})

test('the dashboard shows critical alarms above the others', () => {
  const [[, dashboard] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Dashboard')
  const [, critical = '', warning = ''] = JSON.stringify(dashboard).split(/"title\\+":\\+"Alarms: /)
  const alarms = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm')
  for (const [id, { Properties }] of alarms) {
    const isCritical = String(Properties['AlarmName']).startsWith('advice-prod-critical-')
    expect([critical.includes(`"${id}"`), warning.includes(`"${id}"`)]).toEqual([isCritical, !isCritical])
  }
})

test('the dashboard shows the throttles of every function, of the table and of each index', () => {
  const [[, dashboard] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Dashboard')
  const text = JSON.stringify(dashboard)
  const shown = (metric: string) => text.split(metric).length - 1
  expect(shown('Throttles\\",\\"FunctionName')).toBe(functions.length)
  expect([shown('ReadThrottleEvents'), shown('WriteThrottleEvents')]).toEqual([3, 3])
  for (const source of ['the table', 'gsi1', 'gsi2']) expect(text).toContain(`reads of ${source}`)
})

test('every schedule has an alarm for a missing run', () => {
  const watched = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').flatMap(
    ([id, { Properties }]) =>
      id.includes('ScheduleDidNotRun') ? [String(Properties['AlarmDescription']).split(' ')[0]] : [],
  )
  const scheduled = functions.filter(({ source }) => 'schedule' in source)
  expect(watched.toSorted()).toEqual(scheduled.map(({ name }) => `advice-prod-${name}`).toSorted())
})

test('only CloudWatch and Budgets can publish to the alarm topic, over TLS', () => {
  templates.operations.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: [
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
        }),
      ],
    },
    Topics: [{ Ref: Match.stringLikeRegexp('^Alarms') }],
  })
})

test('the sign-in alarm covers every trigger of the user pool', () => {
  const [[, alarm] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').filter(([id]) =>
    id.startsWith('SignInErrors'),
  )
  const watched = functions.filter(({ source }) => 'userPoolTrigger' in source).map(({ name }) => name)
  expect(watched.length).toBeGreaterThan(0)
  for (const name of watched) expect(JSON.stringify(alarm)).toContain(`"Value":"advice-prod-${name}"`)
})

test('the sign-in alarm subtracts the sign-ins that a trigger rejects as expected', () => {
  const parts = alarmNamed('SignInErrors')['Metrics'] as {
    readonly Id: string
    readonly Expression?: string
    readonly MetricStat?: { readonly Metric: { readonly MetricName: string }; readonly Period: number }
  }[]
  const failed = parts.find(({ Id }) => Id === 'failed')
  expect(failed?.Expression).toBe('errors - SUM([rejected, none])')
  expect(parts.find(({ Id }) => Id === 'none')?.Expression).toBe('errors * 0')
  expect(parts.find(({ Id }) => Id === 'errors')?.Expression).toMatch(/^SUM\(/)
  expect(parts.find(({ Id }) => Id === 'rejected')?.MetricStat).toMatchObject({
    Metric: { MetricName: rejectedSignIns, Dimensions: [{ Name: 'stage', Value: 'prod' }] },
    Period: 3600,
  })
})

test('the alarm on sign-in throttles counts what Cognito rejects of the site: sign-ins and renewals of sessions', () => {
  const parts = alarmNamed('SignInThrottles')['Metrics'] as {
    readonly MetricStat?: { readonly Metric: object }
  }[]
  const dimensions = [
    { Name: 'UserPool', Value: { 'Fn::ImportValue': expect.stringContaining('RefUserPool') } },
    { Name: 'UserPoolClient', Value: { 'Fn::ImportValue': expect.stringContaining('RefUserPoolSite') } },
  ]
  expect(parts.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))).toEqual(
    ['SignInThrottles', 'TokenRefreshThrottles'].map((MetricName) => ({
      Namespace: 'AWS/Cognito',
      MetricName,
      Dimensions: expect.arrayContaining(dimensions),
    })),
  )
})

test('every function that reads the stream of the table has an alarm on an event source that does not poll', () => {
  const reading = functions.filter(({ source }) => 'stream' in source).map(({ name }) => name)
  expect(reading.length).toBeGreaterThan(0)
  const sources = resourcesOf(templates.operations, 'AWS::Lambda::EventSourceMapping')
  expect(sources).toHaveLength(reading.length)
  const alarms = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').map(
    ([, { Properties }]) => Properties,
  )
  for (const [id, { Properties }] of sources) {
    // Lambda writes these metrics only for event sources that ask for them.
    expect(Properties['MetricsConfig']).toEqual({ Metrics: ['EventCount'] })
    const [alarm] = alarms.filter((one) => JSON.stringify(one['Dimensions'] ?? '').includes(`"${id}"`))
    expect(alarm).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'PolledEventCount',
      Dimensions: [{ Name: 'EventSourceMappingUUID', Value: { Ref: id } }],
      Statistic: 'SampleCount',
      Threshold: 0,
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      // A disabled event source writes no metrics: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
      TreatMissingData: 'breaching',
    })
  }
})

test('no alarm uses more than the ten metrics that CloudWatch allows', () => {
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html
  for (const [id, { Properties }] of resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm')) {
    const parts = (Properties['Metrics'] ?? []) as readonly { readonly MetricStat?: object }[]
    expect(parts.filter(({ MetricStat }) => MetricStat).length, id).toBeLessThanOrEqual(10)
  }
})

const alarmNamed = (name: string) => {
  const found = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').find(([id]) =>
    new RegExp(`^${name}[0-9A-F]{8}$`).test(id),
  )
  if (found === undefined) throw new Error(`There is no alarm ${name}.`)
  const [, { Properties }] = found
  return Properties
}

const windowHours = {
  ApiErrors: 1,
  ApiErrorsInADay: 24,
  ApiLatency: 1,
  SignInErrors: 1,
  ApiRejections: 0.5,
} as const

/** Returns the expression and the threshold of an alarm on one window. */
const conditionOf = (name: keyof typeof windowHours) => {
  const { Metrics, Threshold, ...settings } = alarmNamed(name)
  const parts = Metrics as { Expression?: string; MetricStat?: { Period: number } }[]
  for (const { MetricStat } of parts) if (MetricStat) expect(MetricStat.Period).toBe(windowHours[name] * 3600)
  expect(settings).toMatchObject({
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  })
  const expression = parts.find(({ Expression }) => Expression?.startsWith('IF('))?.Expression ?? ''
  return { expression, threshold: Number(Threshold) }
}

/** Returns whether an alarm is raised by calls of its window, of which some failed. */
const isRaised = (name: Exclude<keyof typeof windowHours, 'ApiLatency'>, calls: number, failed: number) => {
  const { expression, threshold } = conditionOf(name)
  const [, minimum = ''] = /^IF\(failed >= (\d+), 100 \* failed \/ calls, 0\)$/.exec(expression) ?? []
  const value = failed >= Number(minimum) ? (100 * failed) / calls : 0
  return value >= threshold
}

const hoursOfMonth = 730

describe('with 1,000, 100,000 and 10 million members', () => {
  const sizes = [1000, 100_000, 10_000_000]
  /** Calls of the API in the window of an alarm, on average. */
  const callsOf = (name: keyof typeof windowHours, members: number) =>
    Math.round((callsPerMonth() * members * windowHours[name]) / hoursOfMonth)

  test.each(sizes)('an outage of the API for %d members raises its alarms', (members) => {
    for (const name of ['ApiErrors', 'ApiErrorsInADay', 'ApiRejections'] as const) {
      const calls = callsOf(name, members)
      expect(isRaised(name, calls, calls)).toBe(true)
    }
  })

  test.each(sizes)('%d members make enough requests for the alarm on latency', (members) => {
    const { expression, threshold } = conditionOf('ApiLatency')
    const [, minimum] = /^IF\(requests >= (\d+), p95, 0\)$/.exec(expression) ?? []
    expect(callsOf('ApiLatency', members)).toBeGreaterThanOrEqual(Number(minimum))
    expect([Number(minimum), threshold]).toEqual([20, 3000])
  })

  test.each(sizes)(
    'one error in ten thousand, and one in a quiet hour, raise no alarm for %d members',
    (members) => {
      for (const name of ['ApiErrors', 'ApiErrorsInADay'] as const) {
        const calls = callsOf(name, members)
        expect(isRaised(name, calls, Math.max(1, Math.round(calls / 10_000)))).toBe(false)
        expect(isRaised(name, 1, 1)).toBe(false)
      }
    },
  )

  test('an operation that is called five times a day and always fails raises an alarm', () => {
    const isRaisedOf = (name: 'ApiErrors' | 'ApiErrorsInADay', failed: number) =>
      isRaised(name, callsOf(name, 1000), failed)
    expect(isRaisedOf('ApiErrors', 2)).toBe(false)
    expect(isRaisedOf('ApiErrorsInADay', 5)).toBe(true)
    expect(isRaisedOf('ApiErrorsInADay', 4)).toBe(false)
  })

  test.each(sizes)('requests that are rejected as usual raise no alarm for %d members', (members) => {
    const calls = callsOf('ApiRejections', members)
    expect(isRaised('ApiRejections', calls, Math.round(calls / 5))).toBe(false)
    expect(isRaised('ApiRejections', 4, 4)).toBe(false)
  })

  test('users who cannot sign in raise an alarm, and a single call that times out does not', () => {
    // 1,000 members open the site about five times a month, which renews their tokens.
    const signIns = Math.round((5 * 1000) / hoursOfMonth)
    expect(isRaised('SignInErrors', signIns, signIns)).toBe(true)
    expect(isRaised('SignInErrors', signIns, 3)).toBe(false)
    expect(isRaised('SignInErrors', 10_000 * signIns, signIns)).toBe(false)
  })

  test('a wrong secret of the Stripe webhook raises an alarm within its window', () => {
    const { Threshold, Period } = alarmNamed('WebhooksRejected')
    const events = (callsPerMonth('stripe-webhook') * 1000 * Number(Period)) / 3600 / hoursOfMonth
    expect(events).toBeGreaterThan(Number(Threshold))
  })
})

test('docs/scale.md states the price of all secrets, alarms and the dashboard', () => {
  const everything = Object.values(templates)
  const countOf = (type: string) => everything.flatMap((template) => resourcesOf(template, type)).length
  const watched = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').flatMap(
    ([, { Properties }]) =>
      (Properties['Metrics'] as { MetricStat?: object }[] | undefined)?.filter((part) => part.MetricStat) ?? [
        {},
      ],
  )
  const usd =
    countOf('AWS::SecretsManager::Secret') * fixedPrices.secret +
    watched.length * fixedPrices.watchedMetric +
    countOf('AWS::Lambda::EventSourceMapping') * metricsOfEventSource * fixedPrices.sourceMetric +
    countOf('AWS::CloudWatch::Dashboard') * fixedPrices.dashboard
  expect(prices.fixed.usd).toBe(Math.ceil(usd))
})

test('the monthly budget sends alerts at 80 % of actual and 100 % of forecast spend', () => {
  templates.operations.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { CostFilters: { TagKeyValue: ['user:stage$prod'] }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ].map(Match.objectLike),
  })
})
