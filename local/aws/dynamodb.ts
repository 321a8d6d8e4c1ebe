import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import {
  createCall,
  createDocumentClient,
  allItemsOf,
  itemsOf,
  postDynamoDb,
  type CallDynamoDb,
  type RawReply,
} from './dynamodb-client.ts'
import { startDynamoDbProcess } from './dynamodb-process.ts'
import { readStream, type StreamConsumer, type StreamReader } from './dynamodb-stream.ts'
import { createSweptKeys, sweepTable, type SweptKeys } from './dynamodb-sweep.ts'
import { createTableInput, timeToLiveAttribute, type TableProperties } from './dynamodb-table.ts'

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
  /** Everything in a table, as plain values. */
  allItems(tableName: string): Promise<Record<string, unknown>[]>
  /** Empties all tables; stream readers go on with the records that follow. */
  reset(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
}

const writes = /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/

/** The consumers of streams, whose readers start anew when the tables do. */
const createReaders = (options: Options, call: CallDynamoDb, swept: SweptKeys) => {
  const consumers: { tableName: string; consumer: StreamConsumer }[] = []
  let readers: StreamReader[] = []
  const start = (wanted: (typeof consumers)[number]) =>
    readStream({ ...options, ...wanted, call, isSwept: swept.createQuestion() })
  return {
    add: (tableName: string, consumer: StreamConsumer) => {
      consumers.push({ tableName, consumer })
      readers.push(start({ tableName, consumer }))
    },
    nudge: () => readers.forEach((reader) => reader.nudge()),
    settle: async () => void (await Promise.all(readers.map((reader) => reader.settle()))),
    stop: async () => void (await Promise.all(readers.map((reader) => reader.stop()))),
    restart: () => {
      readers = consumers.map(start)
    },
  }
}

/** The tables of the template, which a reset makes anew. */
const createTables = (call: CallDynamoDb, swept: SweptKeys) => {
  const tables = new Map<string, TableProperties>()
  const create = (name: string, properties: TableProperties) =>
    call('DynamoDB_20120810.CreateTable', createTableInput(name, properties))
  return {
    create: async (name: string, properties: TableProperties) => {
      await create(name, properties)
      tables.set(name, properties)
    },
    recreate: async () => {
      swept.clear()
      for (const [name, properties] of tables) {
        await call('DynamoDB_20120810.DeleteTable', { TableName: name })
        // A stream is named by the millisecond of its table: two tables of one millisecond would share it.
        await sleep(2)
        await create(name, properties)
      }
    },
    sweep: async (now: Date) => {
      let count = 0
      for (const [tableName, properties] of tables) {
        const attribute = timeToLiveAttribute(properties)
        if (attribute) count += await sweepTable({ call, tableName, properties, attribute, now, swept })
      }
      return count
    },
  }
}

/** Starts DynamoDB Local, which takes about two seconds, and wraps what the local cloud needs of it. */
export const startDynamoDb = async (options: Options): Promise<DynamoDbLocal> => {
  const server = await startDynamoDbProcess()
  const client = createDocumentClient(server.url)
  const call = createCall(server.url)
  const swept = createSweptKeys()
  const tables = createTables(call, swept)
  const readers = createReaders(options, call, swept)
  /** Calls wait for this while tables are being made anew. */
  let open: Promise<void> = Promise.resolve()
  let resetting: Promise<void> = Promise.resolve()
  const startAnew = async () => {
    // A consumer may be in the middle of its calls: these go through before the tables are closed.
    await readers.stop()
    const recreated = tables.recreate()
    // Whoever waits is let through even when this fails; the failure goes to the caller of reset.
    open = recreated.catch(() => undefined)
    await recreated
    readers.restart()
  }
  return {
    forward: async (target, body) => {
      await open
      const reply = await postDynamoDb(server.url, target, body)
      if (writes.test(target)) readers.nudge()
      return reply
    },
    createTable: tables.create,
    sweep: async (now) => {
      await open
      const count = await tables.sweep(now)
      readers.nudge()
      return count
    },
    readStream: readers.add,
    settle: async () => {
      await open
      await readers.settle()
    },
    items: async (tableName, pk, sk) => {
      await open
      return itemsOf(client, tableName, pk, sk)
    },
    allItems: async (tableName) => {
      await open
      return allItemsOf(client, tableName)
    },
    reset: async () => {
      const done = resetting.then(startAnew)
      resetting = done.catch(() => undefined)
      await done
    },
    close: async () => {
      await readers.stop()
      client.destroy()
      await server.stop()
    },
  }
}
