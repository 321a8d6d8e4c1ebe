import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#local/kit/clock.ts'
import { createShardReader, type StreamRecord } from './shards.ts'
import type { CallDynamoDb } from './client.ts'

export type { StreamRecord } from './shards.ts'

export interface StreamConsumer {
  /**
   * Processes a batch, oldest record first. If it rejects, the whole batch is retried. If it returns
   * `batchItemFailures`, the batch is retried from the first of these sequence numbers.
   */
  onRecords(
    records: readonly StreamRecord[],
  ): Promise<{ batchItemFailures?: readonly { itemIdentifier: string }[] } | void>
  /** Total attempts for a batch before it is passed to `onGivenUp`. */
  readonly maximumAttempts: number
  onGivenUp(records: readonly StreamRecord[], error: unknown): Promise<void>
  readonly batchSize?: number
}

export interface StreamReader {
  /** Reads new records immediately. */
  readNow(): void
  /** Resolves when a read started after this call finds no more records, and no consumer is busy. */
  waitUntilIdle(): Promise<void>
  /** Resolves when the last batches are processed. No records are passed on afterwards. */
  stop(): Promise<void>
}

interface Options {
  readonly call: CallDynamoDb
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
  readonly tableName: string
  readonly consumers: readonly StreamConsumer[]
  /** Returns true if this key was removed by its time to live. */
  isSwept(keys: string): boolean
  /** Called with the records of each read, before they are delivered. */
  onRead(records: readonly StreamRecord[]): void
}

/**
 * Every write wakes the readers. A record appears in the stream shortly after its write, so the readers then poll a few
 * times at the short interval, and after that at the long one.
 */
const pollMs = 100
const idlePollMs = 1000
const pollsBeforeIdle = 5
const maxRetryMs = 1000
/** Maximum number of records in a response. */
const maxRecords = 1000
/** Lambda's default for event source mappings of DynamoDB. */
const defaultBatchSize = 100

/** Delivers a batch until it succeeds, the attempts are used up or the reader is stopped. */
const deliver = async (consumer: StreamConsumer, batch: readonly StreamRecord[], stopped: AbortSignal) => {
  let rest = batch
  for (let attempt = 1; !stopped.aborted; attempt += 1) {
    let failure: unknown
    try {
      const response = await consumer.onRecords(rest)
      const failed = new Set(response?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
      if (failed.size === 0) return
      const first = rest.findIndex((record) => failed.has(record.dynamodb.SequenceNumber))
      rest = first > 0 ? rest.slice(first) : rest
      failure = new Error(`${failed.size} of ${batch.length} records failed`)
    } catch (error) {
      failure = error
    }
    if (attempt >= consumer.maximumAttempts) return consumer.onGivenUp(rest, failure)
    // Stopping aborts the wait; the loop condition then ends the loop.
    await sleep(Math.min(pollMs * 2 ** (attempt - 1), maxRetryMs), undefined, { signal: stopped }).catch(
      () => undefined,
    )
  }
}

/**
 * Delivers records to one consumer, in batches. Further records wait here while it is busy, so it does not delay others.
 *
 * @param onIdle called when no more records are waiting
 */
const createDelivery = (consumer: StreamConsumer, stopped: AbortSignal, onIdle: () => void) => {
  const size = consumer.batchSize ?? defaultBatchSize
  const waiting: StreamRecord[] = []
  let running: Promise<void> | undefined
  const run = async () => {
    while (waiting.length > 0 && !stopped.aborted) await deliver(consumer, waiting.splice(0, size), stopped)
  }
  const end = () => {
    running = undefined
    onIdle()
  }
  return {
    isIdle: () => running === undefined,
    add: (records: readonly StreamRecord[]) => {
      waiting.push(...records)
      if (waiting.length === 0) return
      running ??= run()
        .catch((error: unknown) => console.error('Could not deliver the records of a stream', error))
        .finally(end)
    },
    ended: async () => running,
  }
}

/** Creates a pause that `wake` ends early. A wake before the pause makes it end immediately. */
const createPause = () => {
  let wasWoken = false
  let pauses = 0
  let end = () => {}
  return {
    wake: () => {
      wasWoken = true
      pauses = 0
      end()
    },
    wait: async () => {
      if (!wasWoken) {
        pauses += 1
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pauses > pollsBeforeIdle ? idlePollMs : pollMs)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wasWoken = false
    },
  }
}

/**
 * Reads the stream of a table for all of its consumers, like Lambda event source mappings with TRIM_HORIZON. Lambda reads
 * once for each mapping.
 */
export const readStream = (options: Options): StreamReader => {
  const stopped = new AbortController()
  const shards = createShardReader(options)
  const pause = createPause()
  const idleWaiters: (() => void)[] = []
  const wakeForWaiters = () => {
    if (idleWaiters.length > 0) pause.wake()
  }
  const deliveries = options.consumers.map((consumer) =>
    createDelivery(consumer, stopped.signal, wakeForWaiters),
  )
  const readOnce = async () => {
    // Resolve only the callers that waited before this read started. A busy consumer may still write.
    const waiting = deliveries.every(({ isIdle }) => isIdle()) ? idleWaiters.length : 0
    const records = await shards.next()
    options.onRead(records)
    for (const { add } of deliveries) add(records)
    if (records.length === 0) idleWaiters.splice(0, waiting).forEach((resolve) => resolve())
    // A later write wakes the reader itself.
    else if (records.length >= maxRecords) pause.wake()
  }
  /**
   * Reads again. Logs the first of several failed reads. The next read continues after the last successful
   * one.
   */
  const readAndLog = async (failedBefore: boolean): Promise<boolean> => {
    try {
      await readOnce()
      return false
    } catch (error) {
      if (!stopped.signal.aborted && !failedBefore)
        console.error(`Could not read the stream of ${options.tableName}; retrying`, error)
      return true
    }
  }
  const run = async () => {
    let failed = false
    while (!stopped.signal.aborted) {
      failed = await readAndLog(failed)
      await pause.wait()
    }
    await Promise.all(deliveries.map(({ ended }) => ended()))
  }
  const finished = run().finally(() => idleWaiters.forEach((resolve) => resolve()))
  return {
    readNow: pause.wake,
    waitUntilIdle: () =>
      new Promise((resolve) => {
        if (stopped.signal.aborted) return resolve()
        idleWaiters.push(resolve)
        pause.wake()
      }),
    stop: async () => {
      stopped.abort()
      pause.wake()
      await finished
    },
  }
}
