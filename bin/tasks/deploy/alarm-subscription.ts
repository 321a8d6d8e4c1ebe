import {
  GetSubscriptionAttributesCommand,
  paginateListSubscriptionsByTopic,
  SNSClient,
  type Subscription,
} from '@aws-sdk/client-sns'
import type { Stage } from '#lib/stages.ts'
import { alarmTopicOutput } from '#lib/stacks/operations.ts'
import { findStacks, outputIn } from './stacks.ts'

const subscriptionsOf = async (client: SNSClient, TopicArn: string): Promise<Subscription[]> => {
  const found: Subscription[] = []
  for await (const { Subscriptions } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    found.push(...(Subscriptions ?? []))
  return found
}

type AlarmStage = Pick<Stage, 'name' | 'region' | 'alarmEmail'>

/** Finds the topic of the alarms and its subscriptions of `alarmEmail`. Undefined if no such topic is deployed. */
const findSubscriptions = async (stage: AlarmStage) => {
  const client = new SNSClient({ region: stage.region })
  const topic = outputIn(await findStacks(stage), 'operations', alarmTopicOutput)
  if (topic === undefined) return undefined
  const subscriptions = await subscriptionsOf(client, topic)
  // SNS may still list an ended subscription beside the one that replaces it.
  const states = subscriptions.flatMap(({ Endpoint, SubscriptionArn }) =>
    Endpoint === stage.alarmEmail && SubscriptionArn ? [SubscriptionArn] : [],
  )
  return { client, topic, states, confirmed: states.filter((state) => state.startsWith('arn:')) }
}

const subscribeCommand = ({ region, alarmEmail }: AlarmStage, topic: string): string =>
  `aws sns subscribe --region ${region} --topic-arn ${topic} --protocol email --notification-endpoint ${alarmEmail}`

const confirmCommand = ({ region }: AlarmStage, topic: string): string =>
  `aws sns confirm-subscription --region ${region} --topic-arn ${topic} --authenticate-on-unsubscribe true --token <Token in the link of the email from AWS Notifications>`

type Found = Awaited<ReturnType<typeof findSubscriptions>>

const problemOf = (stage: AlarmStage, found: Found): string | undefined => {
  const { name, alarmEmail } = stage
  if (found === undefined) return `the stack advice-${name}-operations has no output ${alarmTopicOutput}`
  const { topic, states, confirmed } = found
  if (confirmed.length > 0) return undefined
  const [subscribe, confirm] = [subscribeCommand(stage, topic), confirmCommand(stage, topic)]
  return states.includes('PendingConfirmation')
    ? `${alarmEmail} receives no alarms yet: run ${confirm}. For another email, run ${subscribe}`
    : `${alarmEmail} receives no alarms any more: run ${subscribe}, then ${confirm}`
}

/** @see https://docs.aws.amazon.com/sns/latest/api/API_ConfirmSubscription.html */
const warningOf = async (stage: AlarmStage, found: Found): Promise<string | undefined> => {
  const [SubscriptionArn] = found?.confirmed ?? []
  if (found === undefined || SubscriptionArn === undefined) return undefined
  const { client, topic } = found
  const { Attributes } = await client.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }))
  if (Attributes?.['ConfirmationWasAuthenticated'] !== 'false') return undefined
  return `the unsubscribe link of any alarm email ends all alarms, because ${stage.alarmEmail} was confirmed by a link: run aws sns unsubscribe --region ${stage.region} --subscription-arn ${SubscriptionArn}, then ${subscribeCommand(stage, topic)}, then ${confirmCommand(stage, topic)}`
}

/**
 * Looks up the subscription of `alarmEmail`. Nothing is wrong if the stage has none.
 *
 * - `problem`: why it receives no alarms. AWS sends alarms only after its email was confirmed.
 * - `warning`: why a link in an email could end all alarms. Every email of an alarm has such a link, unless the alarms were
 *   confirmed with credentials (`--authenticate-on-unsubscribe true`). Asks AWS for the details of the subscription.
 */
export const alarmSubscription = async (
  stage: AlarmStage,
): Promise<{
  readonly problem: string | undefined
  readonly warning: () => Promise<string | undefined>
}> => {
  if (stage.alarmEmail === undefined) return { problem: undefined, warning: async () => undefined }
  const found = await findSubscriptions(stage)
  return { problem: problemOf(stage, found), warning: () => warningOf(stage, found) }
}
