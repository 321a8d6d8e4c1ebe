import type { StreamConsumer, StreamRecord } from '../aws/dynamodb-stream.ts'
import { isAllowed } from '../aws/iam.ts'
import type { Clock } from '../clock.ts'
import type { Functions } from '../runtime/functions.ts'
import type { StreamSource } from '../template/event-sources.ts'
import type { FunctionModel } from '../template/functions.ts'
import { matchesPattern } from './filter.ts'
import type { Parked } from './parked.ts'

interface Options {
  readonly source: StreamSource
  readonly functions: Functions
  readonly parked: Parked
  readonly clock: Clock
}

type Answer = { batchItemFailures?: readonly { itemIdentifier: string }[] } | void

/** Lambda reads a stream, and parks what failed, with the role of the function: it must allow both. */
export const checkStreamRole = (source: StreamSource, { name, policies }: FunctionModel): void => {
  const check = (service: string, action: string, resource: string) => {
    if (!isAllowed(policies, { service, action, resource }))
      throw new Error(`The role of ${name} does not allow ${service}:${action} on ${resource}`)
  }
  for (const action of ['DescribeStream', 'GetRecords', 'GetShardIterator'])
    check('dynamodb', action, source.streamArn)
  if (source.deadLetterArn) check('sqs', 'SendMessage', source.deadLetterArn)
}

/** Feeds a function from a stream as an event source mapping does: filters, retries, halves, parks. */
export const streamConsumer = ({ source, functions, parked, clock }: Options): StreamConsumer => {
  const { functionArn, patterns } = source
  const passes = (record: StreamRecord) =>
    patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern, record))

  const onRecords = async (records: readonly StreamRecord[]): Promise<Answer> => {
    const wanted = records.filter(passes)
    if (wanted.length === 0) return undefined
    const outcome = await functions.invoke(functionArn, { Records: wanted })
    if (!outcome.ok) throw new Error(outcome.error.errorMessage)
    return outcome.payload as Answer
  }

  const park = (records: readonly StreamRecord[], error: unknown) => {
    if (source.deadLetterArn === undefined) return
    parked.add({
      at: clock.now().toISOString(),
      queueArn: source.deadLetterArn,
      functionName: functions.nameOf(functionArn),
      error: error instanceof Error ? error.message : String(error),
      records,
    })
  }

  /** One more try for a part of a batch; what still fails is halved until one record is left, and parked. */
  const tryAgain = async (records: readonly StreamRecord[]): Promise<void> => {
    try {
      const answer = await onRecords(records)
      const failed = new Set(answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
      const first = records.findIndex((record) => failed.has(record.dynamodb.SequenceNumber))
      if (failed.size > 0) await giveUp(records.slice(Math.max(first, 0)), new Error('The record failed'))
    } catch (error) {
      await giveUp(records, error)
    }
  }
  const giveUp = async (records: readonly StreamRecord[], error: unknown): Promise<void> => {
    if (!source.bisects || records.length === 1) return park(records, error)
    const middle = Math.ceil(records.length / 2)
    await tryAgain(records.slice(0, middle))
    await tryAgain(records.slice(middle))
  }

  return {
    batchSize: source.batchSize,
    maximumAttempts: source.maximumAttempts,
    onRecords,
    onGivenUp: (records, error) => giveUp(records.filter(passes), error),
  }
}
