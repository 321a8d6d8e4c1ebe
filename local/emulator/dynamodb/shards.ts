import type { Clock } from '#local/kit/clock.ts'
import { keyText } from './sweep.ts'
import type { CallDynamoDb } from './client.ts'

type Image = Readonly<Record<string, object>>

/** A record in the shape of a Lambda stream event. */
export interface StreamRecord {
  readonly eventID: string
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly eventVersion: string
  readonly eventSource: string
  readonly awsRegion: string
  readonly eventSourceARN: string
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number
    readonly Keys: Image
    readonly NewImage?: Image
    readonly OldImage?: Image
    readonly SequenceNumber: string
    readonly SizeBytes: number
    readonly StreamViewType: string
  }
  /** Present if the item was removed by its time to live. */
  readonly userIdentity?: { readonly type: 'Service'; readonly principalId: 'dynamodb.amazonaws.com' }
}

interface Options {
  readonly call: CallDynamoDb
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
  readonly tableName: string
  isSwept(keys: string): boolean
}

interface Shard {
  readonly ShardId: string
  readonly ParentShardId?: string
}

const streams = 'DynamoDBStreams_20120810'
/** Number of reads between searches for new shards. DynamoDB Local opens one every few hours. */
const describeEvery = 100

/** Returns the newest stream, because the stream of a deleted table of the same name stays for a while. */
const streamArnOf = async ({ call, tableName }: Options): Promise<string> => {
  const body = { TableName: tableName }
  const response = await call<{ Table: { LatestStreamArn?: string } }>(
    'DynamoDB_20120810.DescribeTable',
    body,
  )
  if (!response.Table.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`)
  return response.Table.LatestStreamArn
}

const shardsOf = async ({ call }: Options, StreamArn: string): Promise<Shard[]> => {
  const response = await call<{ StreamDescription: { Shards: Shard[] } }>(`${streams}.DescribeStream`, {
    StreamArn,
  })
  return response.StreamDescription.Shards
}

/** Returns an iterator after the last read record, or at the oldest one. */
const iteratorAfter = async (
  { call }: Options,
  StreamArn: string,
  ShardId: string,
  last: string | undefined,
) => {
  const from = last
    ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }
    : { ShardIteratorType: 'TRIM_HORIZON' }
  const response = await call<{ ShardIterator: string }>(`${streams}.GetShardIterator`, {
    StreamArn,
    ShardId,
    ...from,
  })
  return response.ShardIterator
}

/** Sets region, table and time as Lambda does. DynamoDB Local sends its own. */
const toLambdaRecord = (record: StreamRecord, options: Options, streamArn: string): StreamRecord => {
  const label = streamArn.slice(streamArn.lastIndexOf('/') + 1)
  const { region, accountId, tableName } = options
  const isExpiry = record.eventName === 'REMOVE' && options.isSwept(keyText(record.dynamodb.Keys))
  return {
    ...record,
    awsRegion: region,
    eventSourceARN: `arn:aws:dynamodb:${region}:${accountId}:table/${tableName}/stream/${label}`,
    dynamodb: {
      ...record.dynamodb,
      ApproximateCreationDateTime: Math.floor(options.clock.now().getTime() / 1000),
    },
    ...(isExpiry ? { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } } : {}),
  }
}

/** Marks an expired iterator. Iterators live for 15 minutes, and a machine may sleep for longer. */
const expired = 'expired'

const readRecords = async (
  { call }: Options,
  iterator: string,
): Promise<{ records: StreamRecord[]; next: string | null }> => {
  try {
    const body = { ShardIterator: iterator }
    type Result = { Records: StreamRecord[]; NextShardIterator?: string }
    const response = await call<Result>(`${streams}.GetRecords`, body)
    return { records: response.Records, next: response.NextShardIterator ?? null }
  } catch (error) {
    if (String(error).includes('ExpiredIteratorException')) return { records: [], next: expired }
    throw error
  }
}

/** Creates a reader of the shards of a table's stream. Reads parents before their children. */
export const createShardReader = (options: Options) => {
  /** Iterators by shard. Null once a closed shard is read to its end. */
  const iterators = new Map<string, string | null>()
  /** Sequence number of the last read record, by shard. */
  const last = new Map<string, string>()
  let streamArn: string | undefined
  let shards: Shard[] = []
  let reads = 0

  const isOpen = (shardId: string) => (iterators.get(shardId) ?? null) !== null
  const isDue = () =>
    reads % describeEvery === 0 ||
    [...iterators.values()].includes(expired) ||
    !shards.some(({ ShardId }) => isOpen(ShardId))
  const refresh = async (arn: string) => {
    shards = await shardsOf(options, arn)
    for (const { ShardId } of shards) {
      if (iterators.has(ShardId) && iterators.get(ShardId) !== expired) continue
      iterators.set(ShardId, await iteratorAfter(options, arn, ShardId, last.get(ShardId)))
    }
  }
  const readShard = async ({ ShardId, ParentShardId }: Shard): Promise<StreamRecord[]> => {
    const iterator = iterators.get(ShardId)
    if (!iterator || (ParentShardId && isOpen(ParentShardId))) return []
    const { records, next } = await readRecords(options, iterator)
    iterators.set(ShardId, next)
    const newest = records.at(-1)
    if (newest) last.set(ShardId, newest.dynamodb.SequenceNumber)
    return records
  }
  return {
    /** Returns the records since the last read, oldest first. */
    next: async (): Promise<StreamRecord[]> => {
      const arn = (streamArn ??= await streamArnOf(options))
      if (isDue()) await refresh(arn)
      reads += 1
      const records: StreamRecord[] = []
      for (const shard of shards) records.push(...(await readShard(shard)))
      return records.map((record) => toLambdaRecord(record, options, arn))
    },
  }
}
