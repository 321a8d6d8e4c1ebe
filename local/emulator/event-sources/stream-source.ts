import { randomUUID } from 'node:crypto'
import type { StreamConsumer, StreamRecord } from '../dynamodb/stream.ts'
import { isAllowed } from '../iam/policies.ts'
import type { Clock } from '#local/kit/clock.ts'
import type { BucketStore } from '../s3/store.ts'
import type { Functions } from '../lambda/functions.ts'
import type { StreamSource } from '../cloudformation/event-sources.ts'
import type { FunctionModel } from '../cloudformation/functions.ts'
import { matchesPattern } from './filter.ts'
import { type DeadLetterQueue, type FailureRecord, objectCreated } from './dead-letter-queue.ts'

interface Options {
  readonly source: StreamSource
  readonly functions: Functions
  readonly deadLetters: DeadLetterQueue
  readonly files: Pick<BucketStore, 'put'>
  readonly clock: Clock
}

type BatchResult = { batchItemFailures?: readonly { itemIdentifier: string }[] } | void

/** Folder in which Lambda stores the records of failed batches. */
const failuresFolder = 'aws/lambda/'

/** Lambda reads a stream and stores failed records with the role of the function, which must allow both. */
export const checkStreamRole = (source: StreamSource, { name, policies }: FunctionModel): void => {
  const check = (service: string, action: string, resource: string) => {
    if (!isAllowed(policies, { service, action, resource }))
      throw new Error(`The role of ${name} does not allow ${service}:${action} on ${resource}`)
  }
  for (const action of ['DescribeStream', 'GetRecords', 'GetShardIterator'])
    check('dynamodb', action, source.streamArn)
  if (source.failures === undefined) return
  check('s3', 'PutObject', `${source.failures.bucketArn}/${failuresFolder}object`)
  check('s3', 'ListBucket', source.failures.bucketArn)
}

/** The stream emulator has one shard. */
const shardId = 'shardId-00000000000000000000-00000000'

const failureRecord = (
  { functionArn, streamArn, maximumAttempts }: StreamSource,
  records: readonly StreamRecord[],
  now: Date,
): FailureRecord => {
  const arrivalOf = (record: StreamRecord | undefined) =>
    new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString()
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: maximumAttempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: now.toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber ?? '',
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber ?? '',
      approximateArrivalOfFirstRecord: arrivalOf(records[0]),
      approximateArrivalOfLastRecord: arrivalOf(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
    payload: JSON.stringify({ Records: records }),
  }
}

/**
 * Creates the consumer of a stream with the filters, retries, bisection and dead letters of an event source
 * mapping.
 */
export const streamConsumer = ({ source, functions, deadLetters, files, clock }: Options): StreamConsumer => {
  const { functionArn, patterns } = source
  const passes = (record: StreamRecord) =>
    patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern, record))

  const onRecords = async (records: readonly StreamRecord[]): Promise<BatchResult> => {
    const wanted = records.filter(passes)
    if (wanted.length === 0) return undefined
    const outcome = await functions.invoke(functionArn, { Records: wanted })
    if (!outcome.ok) throw new Error(outcome.error.errorMessage)
    return outcome.payload as BatchResult
  }

  const addToDeadLetters = async (records: readonly StreamRecord[]): Promise<void> => {
    const { failures } = source
    if (failures === undefined || records.length === 0) return
    const { bucket, queueArn } = failures
    const key = `${failuresFolder}${randomUUID()}`
    await files.put(bucket, key, JSON.stringify(failureRecord(source, records, clock.now())))
    const functionName = functions.nameOf(functionArn)
    deadLetters.add({ queueArn, functionName, body: objectCreated(bucket, key) })
  }

  /**
   * Retries a part of a batch once. Splits a failing part until one record is left, then sends it to the
   * dead-letter queue.
   */
  const retryOnce = async (records: readonly StreamRecord[]): Promise<void> => {
    try {
      const result = await onRecords(records)
      const failed = new Set(result?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
      const first = records.findIndex((record) => failed.has(record.dynamodb.SequenceNumber))
      if (failed.size > 0) await giveUp(records.slice(Math.max(first, 0)))
    } catch {
      // The function's own log has the error. Lambda's message about the records does not.
      await giveUp(records)
    }
  }
  const giveUp = async (records: readonly StreamRecord[]): Promise<void> => {
    if (!source.bisects || records.length === 1) return addToDeadLetters(records)
    const middle = Math.ceil(records.length / 2)
    await retryOnce(records.slice(0, middle))
    await retryOnce(records.slice(middle))
  }

  return {
    batchSize: source.batchSize,
    maximumAttempts: source.maximumAttempts,
    onRecords,
    onGivenUp: (records) => giveUp(records.filter(passes)),
  }
}
