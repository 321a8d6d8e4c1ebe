import type { Clock } from '../clock.ts'
import { keyText } from './dynamodb-sweep.ts'
import type { CallDynamoDb } from './dynamodb-client.ts'

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
  /** Present when the time to live removed the item. */
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
/** How often new shards are looked for; DynamoDB Local opens one every few hours. */
const describeEvery = 100

/** The newest stream: one of a deleted table of the same name lives on for a while. */
const streamArnOf = async ({ call, tableName }: Options): Promise<string> => {
  const body = { TableName: tableName }
  const answer = await call<{ Table: { LatestStreamArn?: string } }>('DynamoDB_20120810.DescribeTable', body)
  if (!answer.Table.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`)
  return answer.Table.LatestStreamArn
}

const shardsOf = async ({ call }: Options, StreamArn: string): Promise<Shard[]> => {
  const answer = await call<{ StreamDescription: { Shards: Shard[] } }>(`${streams}.DescribeStream`, {
    StreamArn,
  })
  return answer.StreamDescription.Shards
}

/** An iterator behind the last record that was read, or at the oldest one. */
const iteratorAfter = async (
  { call }: Options,
  StreamArn: string,
  ShardId: string,
  last: string | undefined,
) => {
  const from = last
    ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }
    : { ShardIteratorType: 'TRIM_HORIZON' }
  const answer = await call<{ ShardIterator: string }>(`${streams}.GetShardIterator`, {
    StreamArn,
    ShardId,
    ...from,
  })
  return answer.ShardIterator
}

/** DynamoDB Local speaks of itself where Lambda names region, table and the movable clock's time. */
const asLambdaSees = (record: StreamRecord, options: Options, streamArn: string): StreamRecord => {
  const label = streamArn.slice(streamArn.lastIndexOf('/') + 1)
  const { region, accountId, tableName } = options
  const swept = record.eventName === 'REMOVE' && options.isSwept(keyText(record.dynamodb.Keys))
  return {
    ...record,
    awsRegion: region,
    eventSourceARN: `arn:aws:dynamodb:${region}:${accountId}:table/${tableName}/stream/${label}`,
    dynamodb: {
      ...record.dynamodb,
      ApproximateCreationDateTime: Math.floor(options.clock.now().getTime() / 1000),
    },
    ...(swept ? { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } } : {}),
  }
}

/** Marks an iterator that is too old: they live for 15 minutes, and a machine may sleep for longer. */
const expired = 'expired'

const readOn = async (
  { call }: Options,
  iterator: string,
): Promise<{ records: StreamRecord[]; next: string | null }> => {
  try {
    const body = { ShardIterator: iterator }
    type Answer = { Records: StreamRecord[]; NextShardIterator?: string }
    const answer = await call<Answer>(`${streams}.GetRecords`, body)
    return { records: answer.Records, next: answer.NextShardIterator ?? null }
  } catch (error) {
    if (String(error).includes('ExpiredIteratorException')) return { records: [], next: expired }
    throw error
  }
}

/** Reads the shards of a table's stream, parents before their children. */
export const createShardReader = (options: Options) => {
  /** Iterators by shard; null once a shard is closed and read to its end. */
  const iterators = new Map<string, string | null>()
  /** Number of the last record that was read, by shard. */
  const last = new Map<string, string>()
  let streamArn: string | undefined
  let shards: Shard[] = []
  let looks = 0

  const isOpen = (shardId: string) => (iterators.get(shardId) ?? null) !== null
  const isDue = () =>
    looks % describeEvery === 0 ||
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
    const { records, next } = await readOn(options, iterator)
    iterators.set(ShardId, next)
    const newest = records.at(-1)
    if (newest) last.set(ShardId, newest.dynamodb.SequenceNumber)
    return records
  }
  return {
    /** The records since the last look, oldest first. */
    next: async (): Promise<StreamRecord[]> => {
      const arn = (streamArn ??= await streamArnOf(options))
      if (isDue()) await refresh(arn)
      looks += 1
      const records: StreamRecord[] = []
      for (const shard of shards) records.push(...(await readShard(shard)))
      return records.map((record) => asLambdaSees(record, options, arn))
    },
  }
}
