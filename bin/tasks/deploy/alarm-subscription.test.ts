import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from '@aws-sdk/client-sns'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alarmSubscription } from './alarm-subscription.ts'

const sns = mockClient(SNSClient)
const cloudFormation = mockClient(CloudFormationClient)
const topic = 'arn:aws:sns:eu-west-2:111122223333:advice-prod-operations-Alarms'
const stage = { name: 'prod', region: 'eu-west-2', alarmEmail: 'alarms@advice.example' }

const alarmProblem = async (of: Parameters<typeof alarmSubscription>[0]) =>
  (await alarmSubscription(of)).problem
const alarmWarning = async (of: Parameters<typeof alarmSubscription>[0]) =>
  (await alarmSubscription(of)).warning()

const deployedWith = (Outputs: { OutputKey: string; OutputValue: string }[]) =>
  cloudFormation.on(DescribeStacksCommand, { StackName: 'advice-prod-operations' }).resolves({
    Stacks: [
      {
        StackName: 'advice-prod-operations',
        CreationTime: new Date(),
        StackStatus: 'UPDATE_COMPLETE',
        Outputs,
      },
    ],
  })

beforeEach(() => {
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] })
  deployedWith([{ OutputKey: 'AlarmTopicArn', OutputValue: topic }])
})
afterEach(() => [sns, cloudFormation].forEach((client) => client.reset()))
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [sns, cloudFormation].forEach((client) => client.restore()))

const subscribed = (SubscriptionArn: string, Endpoint = stage.alarmEmail) =>
  sns
    .on(ListSubscriptionsByTopicCommand, { TopicArn: topic })
    .resolves({ Subscriptions: [{ Protocol: 'email', Endpoint, SubscriptionArn }] })

describe('the subscription of the alarms', () => {
  test('has no problem if the address is confirmed, or if the stage has none', async () => {
    subscribed(`${topic}:00000000-0000-4000-8000-000000000000`)
    expect(await alarmProblem(stage)).toBeUndefined()
    expect(await alarmProblem({ ...stage, alarmEmail: undefined })).toBeUndefined()
  })

  test.each([
    ['has no problem', `${topic}:1`, undefined],
    ['waits for its link', 'PendingConfirmation', expect.stringContaining('receives no alarms yet')],
  ])('%s although an ended one of the same address is still listed before it', async (_, arn, problem) => {
    const ended = { Endpoint: stage.alarmEmail, SubscriptionArn: 'Deleted' }
    sns
      .on(ListSubscriptionsByTopicCommand, { TopicArn: topic })
      .resolves({ Subscriptions: [ended, { Endpoint: stage.alarmEmail, SubscriptionArn: arn }] })
    expect(await alarmProblem(stage)).toEqual(problem)
  })

  test('is a problem until it is confirmed by the command after which no link in an email ends it', async () => {
    subscribed('PendingConfirmation')
    expect(await alarmProblem(stage)).toContain(
      `receives no alarms yet: run aws sns confirm-subscription --region eu-west-2 --topic-arn ${topic} --authenticate-on-unsubscribe true --token`,
    )
  })

  test.each([
    ['removed', 'Deleted', stage.alarmEmail],
    ['that of another address', `${topic}:1`, 'other@advice.example'],
  ])('is a problem if it is %s', async (_, arn, address) => {
    subscribed(arn, address)
    expect(await alarmProblem(stage)).toContain(
      `aws sns subscribe --region eu-west-2 --topic-arn ${topic} --protocol email --notification-endpoint alarms@advice.example`,
    )
  })

  test('is a problem if the stage has no topic', async () => {
    deployedWith([])
    expect(await alarmProblem(stage)).toContain('advice-prod-operations has no output AlarmTopicArn')
  })
})

describe('a confirmed subscription of the alarms', () => {
  const confirmedBy = (ConfirmationWasAuthenticated: string) =>
    sns.on(GetSubscriptionAttributesCommand, { SubscriptionArn: `${topic}:1` }).resolves({
      Attributes: { ConfirmationWasAuthenticated },
    })

  test('is reported with the commands that replace it if it was confirmed by its link', async () => {
    subscribed(`${topic}:1`)
    confirmedBy('false')
    const warning = await alarmWarning(stage)
    expect(warning).toContain(
      `aws sns unsubscribe --region eu-west-2 --subscription-arn ${topic}:1, then aws sns subscribe`,
    )
    expect(warning).toContain('--authenticate-on-unsubscribe true')
    expect(await alarmProblem(stage)).toBeUndefined()
  })

  test('is not reported if it was confirmed with credentials', async () => {
    subscribed(`${topic}:1`)
    confirmedBy('true')
    expect(await alarmWarning(stage)).toBeUndefined()
  })

  test('is looked up once for both questions', async () => {
    subscribed(`${topic}:1`)
    confirmedBy('true')
    const { problem, warning } = await alarmSubscription(stage)
    expect([problem, await warning()]).toEqual([undefined, undefined])
    expect(sns.commandCalls(ListSubscriptionsByTopicCommand)).toHaveLength(1)
  })

  test('is not looked up while there is none', async () => {
    subscribed('PendingConfirmation')
    expect(await alarmWarning(stage)).toBeUndefined()
    expect(await alarmWarning({ ...stage, alarmEmail: undefined })).toBeUndefined()
    expect(sns.commandCalls(GetSubscriptionAttributesCommand)).toEqual([])
  })
})
