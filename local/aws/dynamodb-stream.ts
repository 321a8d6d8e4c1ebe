import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createShardReader, type StreamRecord } from './dynamodb-shards.ts'
import type { CallDynamoDb } from './dynamodb-client.ts'

export type { StreamRecord } from './dynamodb-shards.ts'

export interface StreamConsumer {
  /**
   * Takes a batch, oldest record first. A rejection brings the whole batch again; an answer with
   * `batchItemFailures` brings it again from the first of these sequence numbers on.
   */
  onRecords(
    records: readonly StreamRecord[],
  ): Promise<{ batchItemFailures?: readonly { itemIdentifier: string }[] } | void>
  /** Attempts for a batch in all; then it goes to `onGivenUp`. */
  readonly maximumAttempts: number
  onGivenUp(records: readonly StreamRecord[], error: unknown): Promise<void>
  readonly batchSize?: number
}

export interface StreamReader {
  /** Looks for records at once. */
  nudge(): void
  /** Resolves when a look begun after this call has found nothing more. */
  settle(): Promise<void>
  /** Resolves when the last batch is through; nothing is handed out afterwards. */
  stop(): Promise<void>
}

interface Options {
  readonly call: CallDynamoDb
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
  readonly tableName: string
  readonly consumer: StreamConsumer
  /** Whether the removal of this key was the doing of the time to live. */
  isSwept(keys: string): boolean
}

const pollMs = 100
const longestRetryMs = 1000
/** What a Lambda event source mapping takes by default for DynamoDB. */
const defaultBatchSize = 100

/** Hands a batch over until it is taken, the attempts are used up or the reader is stopped. */
const deliver = async (consumer: StreamConsumer, batch: readonly StreamRecord[], stopped: AbortSignal) => {
  let rest = batch
  for (let attempt = 1; !stopped.aborted; attempt += 1) {
    let failure: unknown
    try {
      const answer = await consumer.onRecords(rest)
      const failed = new Set(answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
      if (failed.size === 0) return
      const first = rest.findIndex((record) => failed.has(record.dynamodb.SequenceNumber))
      rest = first > 0 ? rest.slice(first) : rest
      failure = new Error(`${failed.size} of ${batch.length} records failed`)
    } catch (error) {
      failure = error
    }
    if (attempt >= consumer.maximumAttempts) return consumer.onGivenUp(rest, failure)
    // Stopping ends the wait early; the loop's condition then sees it.
    await sleep(Math.min(pollMs * 2 ** (attempt - 1), longestRetryMs), undefined, { signal: stopped }).catch(
      () => undefined,
    )
  }
}

/** A pause that ends early when it is woken; a waking before it makes it end at once. */
const createPause = () => {
  let isWoken = false
  let end = () => {}
  return {
    wake: () => {
      isWoken = true
      end()
    },
    wait: async () => {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isWoken = false
    },
  }
}

/** Follows the stream of a table as a Lambda event source mapping with TRIM_HORIZON does. */
export const readStream = (options: Options): StreamReader => {
  const { consumer } = options
  const stopped = new AbortController()
  const shards = createShardReader(options)
  const pause = createPause()
  const size = consumer.batchSize ?? defaultBatchSize
  const settling: (() => void)[] = []
  const look = async () => {
    // Only whoever waited before this look began may be told that it found nothing.
    const waiting = settling.length
    const records = await shards.next()
    for (let start = 0; start < records.length; start += size) {
      await deliver(consumer, records.slice(start, start + size), stopped.signal)
    }
    if (records.length > 0) pause.wake()
    else settling.splice(0, waiting).forEach((resolve) => resolve())
  }
  /** A look that fails is told, and the next one goes on from where the last good one ended. */
  const lookAgain = async (failedBefore: boolean): Promise<boolean> => {
    try {
      await look()
      return false
    } catch (error) {
      if (!stopped.signal.aborted && !failedBefore)
        console.error(`The stream of ${options.tableName} could not be read; trying on`, error)
      return true
    }
  }
  const run = async () => {
    let failed = false
    while (!stopped.signal.aborted) {
      failed = await lookAgain(failed)
      await pause.wait()
    }
  }
  const finished = run().finally(() => settling.forEach((resolve) => resolve()))
  return {
    nudge: pause.wake,
    settle: () =>
      new Promise((resolve) => {
        if (stopped.signal.aborted) return resolve()
        settling.push(resolve)
        pause.wake()
      }),
    stop: async () => {
      stopped.abort()
      pause.wake()
      await finished
    },
  }
}
