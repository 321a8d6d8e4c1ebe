import { setTimeout as sleep } from 'node:timers/promises'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListQueuesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { functions } from '#lib/functions.ts'
import type { Stage } from '#lib/stages.ts'
import { progressPrinter, reportWhile } from '../command-line/progress.ts'
import { reasonOf } from '../command-line/reason.ts'
import { whenNotBusy } from './wait-for-function.ts'

/**
 * Time for which the queue hides a received message, in seconds. It is longer than a run of the function and the wait
 * for it.
 */
const hiddenSeconds = 300

/** Number of times that the queue is read again while it counts hidden messages, because its counts lag behind. */
const maxLooks = 15
const lookMs = 2000

const count = z.number()
const waitingEmails = z.object({ sent: count, failed: count, left: count, expired: z.optional(count) })

/** EventBridge's event about a new object. */
const objectCreated = z.object({
  detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
})

/**
 * An object that Lambda stores for records that failed every retry. `payload` is the event of the function, as JSON.
 */
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
  const request = new InvokeCommand({
    FunctionName: name,
    Payload: payload === undefined ? undefined : Buffer.from(payload),
  })
  const { Payload, FunctionError } = await whenNotBusy(name, () =>
    reportWhile(`Running ${name}`, () => lambda.send(request)),
  )
  const text = Payload ? new TextDecoder().decode(Payload) : ''
  if (FunctionError) throw new Error(`${name} failed: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Runs `send-waiting-emails` once. A run ends after a while or after many failures, so emails may be left. */
const sendWaitingEmails = async (clients: Clients, stage: Stage): Promise<Outcome> => {
  const run = await invoke(clients, `advice-${stage.name}-send-waiting-emails`)
  const { sent, failed, left, expired = 0 } = waitingEmails.parse(run)
  const rejected = failed > 0 ? ` SES rejected ${failed}: read the log of send-waiting-emails.` : ''
  const gone = expired > 0 ? ` Gave up ${expired}, because their links had expired.` : ''
  const others = left > 0 ? ` ${left} more are waiting: run this command again.` : ''
  return {
    text: `Sent ${sent} emails that were waiting.${gone}${rejected}${others}`,
    isComplete: failed === 0 && left === 0,
  }
}

/** CloudFormation names the queue after its stack and construct. */
const queueOf = async ({ sqs }: Clients, stage: Stage, name: string): Promise<string | undefined> => {
  const prefix = `advice-${stage.name}-operations-${name.replaceAll('-', '')}DeadLetters`
  return (await sqs.send(new ListQueuesCommand({ QueueNamePrefix: prefix }))).QueueUrls?.[0]
}

interface Target {
  /** Name of the function. */
  readonly name: string
  readonly queue: string
}

/**
 * Passes the records of a message to the function again. If one of them fails, keeps them all and returns the problem.
 */
const processAgain = async (
  clients: Clients,
  target: Target,
  { Body = '', ReceiptHandle }: Message,
): Promise<string | undefined> => {
  const { bucket, object } = objectCreated.parse(JSON.parse(Body)).detail
  const location = { Bucket: bucket.name, Key: object.key }
  const stored = await clients.s3.send(new GetObjectCommand(location))
  const { payload } = failedRecords.parse(JSON.parse((await stored.Body?.transformToString()) ?? ''))
  const result = batchResult.parse(await invoke(clients, target.name, payload))
  if (result?.batchItemFailures?.length) return 'the records failed again'
  // The message is deleted first, because without its object it could never be processed. An object without a message
  // expires.
  await clients.sqs.send(new DeleteMessageCommand({ QueueUrl: target.queue, ReceiptHandle }))
  await clients.s3.send(new DeleteObjectCommand(location))
  return undefined
}

interface Counts {
  readonly processed: number
  readonly problems: readonly string[]
  /** Messages that another run, or an interrupted run, has received. They appear again after `hiddenSeconds`. */
  readonly hidden: number
  /** Reason why the run ended early, or undefined. */
  readonly failure: string | undefined
}

/**
 * Receives one message, and hides it from other runs. With several, the last ones would be visible again before their
 * turn.
 */
const receive = async ({ sqs }: Clients, QueueUrl: string): Promise<readonly Message[]> => {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 1,
      VisibilityTimeout: hiddenSeconds,
      WaitTimeSeconds: 1,
    }),
  )
  return Messages ?? []
}

/** Counts the messages of a queue, including those that are hidden. */
const countMessages = async ({ sqs }: Clients, QueueUrl: string): Promise<number> => {
  const names = [
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesNotVisible',
    'ApproximateNumberOfMessagesDelayed',
  ] as const
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }),
  )
  return names.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0)
}

/** Processes the messages of a queue once. Messages that fail again stay in the queue, so the alarm remains raised. */
class QueueRun {
  processed = 0
  readonly problems: string[] = []
  readonly progress = progressPrinter()
  private readonly failed = new Map<string | undefined, Message>()

  private readonly clients: Clients
  private readonly target: Target

  constructor(clients: Clients, target: Target) {
    this.clients = clients
    this.target = target
  }

  private async processOnce(message: Message): Promise<void> {
    const known = this.failed.has(message.Body)
    // A failed message appears again after some time, with another receipt.
    if (known) return void this.failed.set(message.Body, message)
    const problem = await processAgain(this.clients, this.target, message).catch((error: unknown) =>
      reasonOf(error),
    )
    if (problem === undefined) {
      this.processed += 1
    } else {
      this.failed.set(message.Body, message)
      this.problems.push(problem)
    }
    // A queue may have thousands of batches, and each takes about a second.
    this.progress(
      `${this.target.name}: ${this.processed} batches processed so far, ${this.problems.length} failed again.`,
    )
  }

  /** Processes messages until the queue returns no more. */
  async processVisible(): Promise<void> {
    for (;;) {
      const messages = await receive(this.clients, this.target.queue)
      if (messages.length === 0) return
      for (const message of messages) await this.processOnce(message)
    }
  }

  /** Returns how many messages the queue has besides the failed ones. */
  async countHidden(): Promise<number> {
    return Math.max(0, (await countMessages(this.clients, this.target.queue)) - this.failed.size)
  }

  /** Makes failed messages visible again immediately, so that the command can be repeated. */
  async showFailed(): Promise<void> {
    const { sqs } = this.clients
    for (const { ReceiptHandle } of this.failed.values()) {
      const shown = { QueueUrl: this.target.queue, ReceiptHandle, VisibilityTimeout: 0 }
      try {
        await sqs.send(new ChangeMessageVisibilityCommand(shown))
      } catch {
        // A message whose receipt has expired is visible already, or another run has received it.
      }
    }
  }
}

const emptyQueue = async (clients: Clients, target: Target, pauseMs: number): Promise<Counts> => {
  const run = new QueueRun(clients, target)
  let hidden = 0
  let failure: string | undefined
  try {
    await run.processVisible()
    hidden = await run.countHidden()
    for (let look = 1; hidden > 0 && look < maxLooks; look += 1) {
      run.progress(`${target.name}: ${hidden} batches are hidden. Waiting for up to a minute.`)
      await sleep(pauseMs)
      await run.processVisible()
      hidden = await run.countHidden()
    }
  } catch (error) {
    // The report also contains the messages that were processed before the error.
    failure = reasonOf(error)
  }
  await run.showFailed()
  return { processed: run.processed, problems: run.problems, hidden, failure }
}

interface Outcome {
  readonly text: string
  /** True if nothing failed and nothing is left. */
  readonly isComplete: boolean
}

const redriveFunction = async (
  clients: Clients,
  stage: Stage,
  name: string,
  pauseMs: number,
): Promise<Outcome> => {
  const queue = await queueOf(clients, stage, name)
  if (queue === undefined) return { text: `${name}: the dead-letter queue was not found.`, isComplete: false }
  const target = { name: `advice-${stage.name}-${name}`, queue }
  const { processed, problems, hidden, failure } = await emptyQueue(clients, target, pauseMs)
  const isComplete = problems.length + hidden === 0 && failure === undefined
  const reasons = [...new Set(problems)].join('; ')
  const text = [
    `${name}: processed ${processed} failed batches.`,
    problems.length > 0 &&
      `${problems.length} failed again and stay in the queue: ${reasons}. Read the log of ${name}.`,
    hidden > 0 &&
      `${hidden} more are hidden by another run, or by one that was interrupted: repeat the command in five minutes.`,
    failure !== undefined && `Stopped: ${failure}.`,
    isComplete && 'The queue is empty.',
  ]
  return {
    text: text.filter((sentence) => sentence !== false).join(' '),
    isComplete,
  }
}

/** Reports a failed step as its outcome, so that the next steps run too. */
const outcomeOf = (name: string, step: Promise<Outcome>): Promise<Outcome> =>
  step.catch((error: unknown) => ({
    text: `${name}: stopped: ${reasonOf(error)}.`,
    isComplete: false,
  }))

/**
 * Sends the emails that are waiting, and passes the records that a function of the table's stream could not process to
 * that function again. The alarm ends when the queue is empty. The command can be repeated at any time.
 */
export const redrive = async (
  stage: Stage,
  clients = clientsOf(stage),
  pauseMs = lookMs,
): Promise<Outcome> => {
  const outcomes = [await outcomeOf('Emails that are waiting', sendWaitingEmails(clients, stage))]
  for (const { name, source } of functions)
    if ('stream' in source)
      outcomes.push(await outcomeOf(name, redriveFunction(clients, stage, name, pauseMs)))
  return {
    text: outcomes.map(({ text }) => text).join('\n'),
    isComplete: outcomes.every(({ isComplete }) => isComplete),
  }
}
