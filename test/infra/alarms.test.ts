import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { functions } from '../../lib/functions.ts'
import { metricNames } from '../../shared/values/metrics.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

const templates = templatesOf('prod')

test('alarms watch what people feel, and one dashboard shows them all', () => {
  const alarms = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm')
  const names = alarms.map(([logicalId]) => logicalId.replace(/[0-9A-F]{8}$/, ''))
  expect(names).toEqual(
    expect.arrayContaining([
      'ApiFails',
      'ApiSlow',
      'SignInFails',
      'TableThrottles',
      'MailsBounce',
      'MailsUnwanted',
      ...metricNames,
    ]),
  )
  for (const [, { Properties }] of alarms)
    expect(Properties).toMatchObject({
      AlarmDescription: expect.stringMatching(/./),
      AlarmActions: [{ Ref: expect.stringMatching(/^Alarms/) }],
      TreatMissingData: expect.stringMatching(/^(notBreaching|ignore)$/),
    })
  const [[, dashboard] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Dashboard')
  const shown = JSON.stringify(dashboard)
  for (const [logicalId] of alarms) expect(shown).toContain(`"${logicalId}","Arn"`)
})

test('CloudWatch may tell the topic of alarms, and nobody without TLS', () => {
  templates.operations.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: [
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
        }),
      ],
    },
    Topics: [{ Ref: Match.stringLikeRegexp('^Alarms') }],
  })
})

test('a failure of any function that the user pool calls counts as one of signing in', () => {
  const [[, alarm] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').filter(([id]) =>
    id.startsWith('SignInFails'),
  )
  const watched = functions.filter(({ source }) => 'userPoolTrigger' in source).map(({ name }) => name)
  expect(watched.length).toBeGreaterThan(0)
  for (const name of watched) expect(JSON.stringify(alarm)).toContain(`"Value":"advice-prod-${name}"`)
})

test('somebody hears before a month costs more than it may', () => {
  templates.operations.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { CostFilters: { TagKeyValue: ['user:stage$prod'] }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ].map(Match.objectLike),
  })
})
