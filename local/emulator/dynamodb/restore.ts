import { setTimeout as sleep } from 'node:timers/promises'
import type { CallDynamoDb } from './client.ts'
import { type RawItem, readItems, writeItems } from './items.ts'
import { sequenceOf } from './journal.ts'
import type { StreamRecord } from './shards.ts'
import { keyText } from './sweep.ts'

interface Description {
  readonly LatestStreamArn?: string
  readonly CreationDateTime: number
  readonly KeySchema: readonly { readonly AttributeName: string }[]
  readonly AttributeDefinitions: readonly object[]
  readonly GlobalSecondaryIndexes?: readonly {
    readonly IndexName: string
    readonly KeySchema: readonly object[]
    readonly Projection: object
  }[]
}

const tables = 'DynamoDB_20120810'
const streams = 'DynamoDBStreams_20120810'

const describe = async (call: CallDynamoDb, TableName: string): Promise<Description> =>
  (await call<{ Table: Description }>(`${tables}.DescribeTable`, { TableName })).Table

/** Reads all records of a shard. DynamoDB Local keeps them for a day. */
const readShard = async (call: CallDynamoDb, StreamArn: string, ShardId: string): Promise<StreamRecord[]> => {
  const { ShardIterator: first } = await call<{ ShardIterator?: string }>(`${streams}.GetShardIterator`, {
    StreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  })
  const found: StreamRecord[] = []
  let iterator = first
  while (iterator) {
    const page: { Records: StreamRecord[]; NextShardIterator?: string } = await call(
      `${streams}.GetRecords`,
      {
        ShardIterator: iterator,
      },
    )
    found.push(...page.Records)
    // An open shard never ends, so an empty page means that all records so far have been read.
    iterator = page.Records.length > 0 ? page.NextShardIterator : undefined
  }
  return found
}

/** Reads the changes of a table from its stream, newest first. */
const readJournal = async (call: CallDynamoDb, StreamArn: string): Promise<StreamRecord[]> => {
  const { StreamDescription } = await call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    `${streams}.DescribeStream`,
    { StreamArn },
  )
  const records: StreamRecord[] = []
  for (const { ShardId } of StreamDescription.Shards)
    records.push(...(await readShard(call, StreamArn, ShardId)))
  return records.toSorted((a, b) => (sequenceOf(a) < sequenceOf(b) ? 1 : -1))
}

/**
 * Time between two reads of a stream, in milliseconds. A change appears in it some hundredths of a second after the
 * write.
 */
const settlingMs = 200

/** Reads the journal once the stream contains all changes: two reads in a row find the same number. */
const readWholeJournal = async (call: CallDynamoDb, streamArn: string): Promise<StreamRecord[]> => {
  for (let count = -1; ;) {
    await sleep(settlingMs)
    const records = await readJournal(call, streamArn)
    if (records.length === count) return records
    count = records.length
  }
}

/**
 * Stands in for DynamoDB's restore to a point in time, which DynamoDB Local does not have: copies a table and undoes
 * the changes of its stream that follow the change `after`. Like AWS, it copies keys and indexes, and no stream, expiry
 * or backups.
 */
export const restoreTable = async (
  call: CallDynamoDb,
  { source, target, after }: { readonly source: string; readonly target: string; readonly after: bigint },
): Promise<void> => {
  const table = await describe(call, source)
  if (!table.LatestStreamArn) throw new Error(`${source} has no stream to restore from`)
  const keyNames = table.KeySchema.map(({ AttributeName }) => AttributeName)
  const keyIn = (item: RawItem) =>
    keyText(Object.fromEntries(keyNames.flatMap((name) => (item[name] ? [[name, item[name]]] : []))))
  const items = new Map((await readItems(call, source)).map((item) => [keyIn(item), item]))
  for (const record of await readWholeJournal(call, table.LatestStreamArn)) {
    if (sequenceOf(record) <= after) break
    const { dynamodb } = record
    if (dynamodb.OldImage) items.set(keyIn(dynamodb.Keys), dynamodb.OldImage)
    else items.delete(keyIn(dynamodb.Keys))
  }
  await call(`${tables}.CreateTable`, {
    TableName: target,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: table.KeySchema,
    AttributeDefinitions: table.AttributeDefinitions,
    ...(table.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  })
  await writeItems(call, target, [...items.values()])
}

/** Returns the times to which a table can be restored, in seconds. */
export const restorableTimes = async (
  call: CallDynamoDb,
  TableName: string,
): Promise<{ earliest: number; latest: number }> => ({
  earliest: (await describe(call, TableName)).CreationDateTime,
  latest: Date.now() / 1000,
})
