import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { functions } from '#lib/functions.ts'
import { metricNames } from '#shared/values/metrics.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

const templates = templatesOf('prod')

test('alarms cover every metric, notify the topic and are on the dashboard', () => {
  const alarms = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm')
  const names = alarms.map(([logicalId]) => logicalId.replace(/[0-9A-F]{8}$/, ''))
  expect(names).toEqual(
    expect.arrayContaining([
      'ApiErrors',
      'ApiLatency',
      'SignInErrors',
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

test('the monthly budget sends alerts at 80 % of actual and 100 % of forecast spend', () => {
  templates.operations.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { CostFilters: { TagKeyValue: ['user:stage$prod'] }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ].map(Match.objectLike),
  })
})
