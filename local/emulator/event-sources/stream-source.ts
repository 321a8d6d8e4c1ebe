import type { StreamConsumer, StreamRecord } from '../dynamodb/stream.ts'
import { isAllowed } from '../iam/policies.ts'
import type { Clock } from '#local/kit/clock.ts'
import type { Functions } from '../lambda/functions.ts'
import type { StreamSource } from '../cloudformation/event-sources.ts'
import type { FunctionModel } from '../cloudformation/functions.ts'
import { matchesPattern } from './filter.ts'
import type { DeadLetterQueue } from './dead-letter-queue.ts'

interface Options {
  readonly source: StreamSource
  readonly functions: Functions
  readonly deadLetters: DeadLetterQueue
  readonly clock: Clock
}

type BatchResult = { batchItemFailures?: readonly { itemIdentifier: string }[] } | void

/** Lambda reads a stream and writes dead letters with the role of the function, which must allow both. */
export const checkStreamRole = (source: StreamSource, { name, policies }: FunctionModel): void => {
  const check = (service: string, action: string, resource: string) => {
    if (!isAllowed(policies, { service, action, resource }))
      throw new Error(`The role of ${name} does not allow ${service}:${action} on ${resource}`)
  }
  for (const action of ['DescribeStream', 'GetRecords', 'GetShardIterator'])
    check('dynamodb', action, source.streamArn)
  if (source.deadLetterArn) check('sqs', 'SendMessage', source.deadLetterArn)
}

/**
 * Creates the consumer of a stream with the filters, retries, bisection and dead letters of an event source
 * mapping.
 */
export const streamConsumer = ({ source, functions, deadLetters, clock }: Options): StreamConsumer => {
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

  const addToDeadLetters = (records: readonly StreamRecord[], error: unknown) => {
    if (source.deadLetterArn === undefined) return
    deadLetters.add({
      at: clock.now().toISOString(),
      queueArn: source.deadLetterArn,
      functionName: functions.nameOf(functionArn),
      error: error instanceof Error ? error.message : String(error),
      records,
    })
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
      if (failed.size > 0) await giveUp(records.slice(Math.max(first, 0)), new Error('The record failed'))
    } catch (error) {
      await giveUp(records, error)
    }
  }
  const giveUp = async (records: readonly StreamRecord[], error: unknown): Promise<void> => {
    if (!source.bisects || records.length === 1) return addToDeadLetters(records, error)
    const middle = Math.ceil(records.length / 2)
    await retryOnce(records.slice(0, middle))
    await retryOnce(records.slice(middle))
  }

  return {
    batchSize: source.batchSize,
    maximumAttempts: source.maximumAttempts,
    onRecords,
    onGivenUp: (records, error) => giveUp(records.filter(passes), error),
  }
}
