import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { ListQueuesCommand, PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import type { Stage } from '#lib/stages.ts'

const outcome = z.object({ sent: z.number(), failed: z.number() })

/** CloudFormation names the queue after its stack and construct. */
const queueOf = async (client: SQSClient, stage: Stage): Promise<string | undefined> => {
  const prefix = `advice-${stage.name}-operations-deliveremailDeadLetters`
  const { QueueUrls } = await client.send(new ListQueuesCommand({ QueueNamePrefix: prefix }))
  return QueueUrls?.[0]
}

/**
 * Sends the emails that are waiting. The messages in the dead-letter queue name no email, so they are deleted once
 * nothing is waiting, which ends the alarm.
 */
export const redrive = async (stage: Stage): Promise<string> => {
  const FunctionName = `advice-${stage.name}-send-waiting-emails`
  const { Payload, FunctionError } = await new LambdaClient({ region: stage.region }).send(
    new InvokeCommand({ FunctionName }),
  )
  const text = Payload ? new TextDecoder().decode(Payload) : ''
  if (FunctionError) throw new Error(`${FunctionName} failed: ${text}`)
  const { sent, failed } = outcome.parse(JSON.parse(text))
  if (failed > 0)
    return `Sent ${sent}. SES rejected ${failed}: read the log of send-waiting-emails. The dead-letter queue is unchanged.`
  const client = new SQSClient({ region: stage.region })
  const QueueUrl = await queueOf(client, stage)
  if (QueueUrl === undefined) return `Sent ${sent}. The dead-letter queue was not found.`
  await client.send(new PurgeQueueCommand({ QueueUrl }))
  return `Sent ${sent}. No email is waiting, and the dead-letter queue is empty.`
}
