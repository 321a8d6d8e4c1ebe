import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns'
import type { Stage } from '#lib/stages.ts'
import { alarmTopicOutput } from '#lib/stacks/operations.ts'
import { findStacks, outputIn } from './stacks.ts'

const subscriptionsOf = async (client: SNSClient, TopicArn: string): Promise<Subscription[]> => {
  const found: Subscription[] = []
  for await (const { Subscriptions } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    found.push(...(Subscriptions ?? []))
  return found
}

/**
 * Returns why `alarmEmail` receives no alarms, or undefined if it does, or if the stage has none. AWS sends alarms only
 * after its email was confirmed. Every email of an alarm has a link that ends them, unless they were confirmed with
 * `--authenticate-on-unsubscribe true`.
 *
 * @see https://docs.aws.amazon.com/sns/latest/api/API_ConfirmSubscription.html
 */
export const alarmProblem = async (
  stage: Pick<Stage, 'name' | 'region' | 'alarmEmail'>,
): Promise<string | undefined> => {
  const { name, region, alarmEmail } = stage
  if (alarmEmail === undefined) return undefined
  const topic = outputIn(await findStacks(stage), 'operations', alarmTopicOutput)
  if (topic === undefined) return `the stack advice-${name}-operations has no output ${alarmTopicOutput}`
  const subscriptions = await subscriptionsOf(new SNSClient({ region }), topic)
  // SNS may still list an ended subscription beside the one that replaces it.
  const states = subscriptions.flatMap((one) => (one.Endpoint === alarmEmail ? [one.SubscriptionArn] : []))
  if (states.some((state) => state?.startsWith('arn:'))) return undefined
  const subscribe = `aws sns subscribe --region ${region} --topic-arn ${topic} --protocol email --notification-endpoint ${alarmEmail}`
  const confirm = `aws sns confirm-subscription --region ${region} --topic-arn ${topic} --authenticate-on-unsubscribe true --token <Token in the link of the email from AWS Notifications>`
  return states.includes('PendingConfirmation')
    ? `${alarmEmail} receives no alarms yet: run ${confirm}. For another email, run ${subscribe}`
    : `${alarmEmail} receives no alarms any more: run ${subscribe}, then ${confirm}`
}
