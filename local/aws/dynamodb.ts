import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Clock } from '../clock.ts'
import { startDynamoDbProcess } from './dynamodb-process.ts'
import { readStream, type StreamConsumer, type StreamReader } from './dynamodb-stream.ts'
import { createTableInput, timeToLiveAttribute, type TableProperties } from './dynamodb-table.ts'
import { sweepTable } from './dynamodb-sweep.ts'

export interface RawReply {
  readonly status: number
  readonly body: string
}

export interface DynamoDbLocal {
  /** Forwards one call as it is, without checking who asks; `target` is e.g. `DynamoDB_20120810.GetItem`. */
  forward(target: string, body: string | Buffer): Promise<RawReply>
  /** Creates a table from the properties of an `AWS::DynamoDB::Table`, intrinsics resolved. */
  createTable(name: string, properties: TableProperties): Promise<void>
  /** Deletes the items whose time to live lies before `now`, as AWS does sooner or later. Answers how many. */
  sweep(now: Date): Promise<number>
  /** Hands new stream records of a table to a consumer, in order, from the oldest record on. */
  readStream(tableName: string, consumer: StreamConsumer): void
  /** Waits until every consumer has had the records of all writes so far. */
  settle(): Promise<void>
  /** The items of a partition, or the one with the sort key, as plain values. */
  items(tableName: string, pk: string, sk?: string): Promise<Record<string, unknown>[]>
  /** Empties all tables; stream readers go on with the records that follow. */
  reset(): Promise<void>
  close(): Promise<void>
}

export type CallDynamoDb = <Answer>(target: string, body: object) => Promise<Answer>

interface Table {
  readonly name: string
  readonly properties: TableProperties
}

const writes = /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/

const post = async (url: string, target: string, body: string | Buffer): Promise<RawReply> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      // DynamoDB Local wants to see a signature but does not check it.
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: typeof body === 'string' ? body : body.toString(),
  })
  return { status: response.status, body: await response.text() }
}

const documentClient = (url: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: url,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  )

const itemsOf = async (client: DynamoDBDocumentClient, tableName: string, pk: string, sk?: string) => {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: sk === undefined ? 'pk = :pk' : 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: { ':pk': pk, ...(sk === undefined ? {} : { ':sk': sk }) },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    )
    items.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return items
}

/** Starts DynamoDB Local, which takes about two seconds, and wraps what the local cloud needs of it. */
export const startDynamoDb = async (options: {
  clock: Clock
  region: string
  accountId: string
}): Promise<DynamoDbLocal> => {
  const server = await startDynamoDbProcess()
  const client = documentClient(server.url)
  const tables: Table[] = []
  const consumers: { tableName: string; consumer: StreamConsumer }[] = []
  const swept = new Set<string>()
  let readers: StreamReader[] = []
  /** Calls wait while tables are being recreated. */
  let open: Promise<void> = Promise.resolve()

  const call: CallDynamoDb = async <Answer>(target: string, body: object) => {
    const reply = await post(server.url, target, JSON.stringify(body))
    if (reply.status !== 200) throw new Error(`DynamoDB Local refused ${target}: ${reply.body}`)
    return JSON.parse(reply.body) as Answer
  }
  const create = async ({ name, properties }: Table) => {
    await call('DynamoDB_20120810.CreateTable', createTableInput(name, properties))
  }
  const nudge = () => readers.forEach((reader) => reader.nudge())
  const startReaders = () => {
    readers = consumers.map(({ tableName, consumer }) =>
      readStream({ ...options, call, tableName, consumer, isSwept: (keys) => swept.delete(keys) }),
    )
  }
  const recreate = async () => {
    await Promise.all(readers.map((reader) => reader.stop()))
    swept.clear()
    for (const table of tables) {
      await call('DynamoDB_20120810.DeleteTable', { TableName: table.name })
      // A stream is named by the millisecond of its table: two tables of one millisecond would share it.
      await sleep(2)
      await create(table)
    }
    startReaders()
  }

  return {
    forward: async (target, body) => {
      await open
      const reply = await post(server.url, target, body)
      if (writes.test(target)) nudge()
      return reply
    },
    createTable: async (name, properties) => {
      await create({ name, properties })
      tables.push({ name, properties })
    },
    sweep: async (now) => {
      await open
      let count = 0
      for (const { name, properties } of tables) {
        const attribute = timeToLiveAttribute(properties)
        if (attribute) count += await sweepTable({ call, tableName: name, properties, attribute, now, swept })
      }
      nudge()
      return count
    },
    readStream: (tableName, consumer) => {
      consumers.push({ tableName, consumer })
      readers.push(
        readStream({ ...options, call, tableName, consumer, isSwept: (keys) => swept.delete(keys) }),
      )
    },
    settle: async () => {
      await open
      await Promise.all(readers.map((reader) => reader.settle()))
    },
    items: async (tableName, pk, sk) => {
      await open
      return itemsOf(client, tableName, pk, sk)
    },
    reset: async () => {
      const done = open.then(recreate)
      // Whoever waits is let through even when this fails; the failure goes to the caller of reset.
      open = done.catch(() => undefined)
      await done
    },
    close: async () => {
      await Promise.all(readers.map((reader) => reader.stop()))
      client.destroy()
      await server.stop()
    },
  }
}
