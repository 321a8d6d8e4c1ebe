import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import {
  DeleteMessageCommand,
  ListQueuesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { functions } from '#lib/functions.ts'
import type { Stage } from '#lib/stages.ts'

/** The queue hides a received message for this long: longer than its records take. */
const hiddenSeconds = 120

const waitingEmails = z.object({ sent: z.number(), failed: z.number() })

/** EventBridge's event about a new object. */
const objectCreated = z.object({
  detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
})

/** An object that Lambda stores for records that failed every retry. `payload` is the event of the function, as JSON. */
const failedRecords = z.object({ payload: z.string() })

const batchResult = z.nullish(z.object({ batchItemFailures: z.array(z.unknown()).optional() }))

/** The services of a stage that the command uses. */
export interface Clients {
  readonly lambda: LambdaClient
  readonly sqs: SQSClient
  readonly s3: S3Client
}

const clientsOf = ({ region }: Stage): Clients => ({
  lambda: new LambdaClient({ region }),
  sqs: new SQSClient({ region }),
  s3: new S3Client({ region }),
})

/**
 * Runs a function and returns its result.
 *
 * @throws Error if the function fails
 */
const invoke = async ({ lambda }: Clients, name: string, payload?: string): Promise<unknown> => {
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({
      FunctionName: name,
      Payload: payload === undefined ? undefined : Buffer.from(payload),
    }),
  )
  const text = Payload ? new TextDecoder().decode(Payload) : ''
  if (FunctionError) throw new Error(`${name} failed: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** CloudFormation names the queue after its stack and construct. */
const queueOf = async ({ sqs }: Clients, stage: Stage, name: string): Promise<string | undefined> => {
  const prefix = `advice-${stage.name}-operations-${name.replaceAll('-', '')}DeadLetters`
  return (await sqs.send(new ListQueuesCommand({ QueueNamePrefix: prefix }))).QueueUrls?.[0]
}

/** Passes the records of a message to the function again. If one fails, keeps them all and returns the problem. */
const processAgain = async (
  clients: Clients,
  target: { readonly name: string; readonly queue: string },
  { Body = '', ReceiptHandle }: Message,
): Promise<string | undefined> => {
  const { bucket, object } = objectCreated.parse(JSON.parse(Body)).detail
  const location = { Bucket: bucket.name, Key: object.key }
  const stored = await clients.s3.send(new GetObjectCommand(location))
  const { payload } = failedRecords.parse(JSON.parse((await stored.Body?.transformToString()) ?? ''))
  const result = batchResult.parse(await invoke(clients, target.name, payload))
  if (result?.batchItemFailures?.length) return 'the records failed again'
  await clients.s3.send(new DeleteObjectCommand(location))
  await clients.sqs.send(new DeleteMessageCommand({ QueueUrl: target.queue, ReceiptHandle }))
  return undefined
}

interface Counts {
  readonly processed: number
  readonly problems: readonly string[]
}

/** Processes all messages of a queue once. What fails again stays, and its alarm with it. */
const emptyQueue = async (
  clients: Clients,
  target: { readonly name: string; readonly queue: string },
): Promise<Counts> => {
  let processed = 0
  const problems: string[] = []
  const failed = new Set<string | undefined>()
  for (;;) {
    const { Messages = [] } = await clients.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: target.queue,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hiddenSeconds,
        WaitTimeSeconds: 1,
      }),
    )
    // A message that failed appears again after some time.
    const untried = Messages.filter(({ Body }) => !failed.has(Body))
    if (untried.length === 0) return { processed, problems }
    for (const message of untried) {
      const problem = await processAgain(clients, target, message).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      )
      if (problem === undefined) processed += 1
      else {
        failed.add(message.Body)
        problems.push(problem)
      }
    }
  }
}

const redriveFunction = async (clients: Clients, stage: Stage, name: string): Promise<string> => {
  const queue = await queueOf(clients, stage, name)
  if (queue === undefined) return `${name}: the dead-letter queue was not found.`
  const target = { name: `advice-${stage.name}-${name}`, queue }
  const { processed, problems } = await emptyQueue(clients, target)
  if (problems.length === 0)
    return `${name}: processed ${processed} failed batches. No other batch is visible: one that failed in the last two minutes appears again later.`
  const reasons = [...new Set(problems)].join('; ')
  return `${name}: processed ${processed} failed batches, and ${problems.length} failed again, which stay in the queue: ${reasons}. Read the log of ${name}.`
}

/**
 * Sends the emails that are waiting, and passes the records that a function of the table's stream could not process to it
 * again. An empty queue ends the alarm.
 */
export const redrive = async (stage: Stage, clients = clientsOf(stage)): Promise<string> => {
  const emails = waitingEmails.parse(await invoke(clients, `advice-${stage.name}-send-waiting-emails`))
  const lines = [
    emails.failed === 0
      ? `Sent ${emails.sent} emails that were waiting.`
      : `Sent ${emails.sent} emails that were waiting. SES rejected ${emails.failed}: read the log of send-waiting-emails.`,
  ]
  for (const { name, source } of functions)
    if ('stream' in source) lines.push(await redriveFunction(clients, stage, name))
  return lines.join('\n')
}
