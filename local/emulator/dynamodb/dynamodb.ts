import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#local/kit/clock.ts'
import {
  createCall,
  createDocumentClient,
  allItemsOf,
  itemsOf,
  postDynamoDb,
  type CallDynamoDb,
  type RawResponse,
} from './client.ts'
import { startDynamoDbProcess, type DynamoDbProcess } from './process.ts'
import { writeItems, type RawItem } from './items.ts'
import { createJournal, type Journal } from './journal.ts'
import { restorableTimes, restoreTable } from './restore.ts'
import { readStream, type StreamConsumer, type StreamReader } from './stream.ts'
import { createSweptKeys, sweepTable, type SweptKeys } from './sweep.ts'
import { createTableInput, timeToLiveAttribute, type TableProperties } from './table.ts'

/** The items of each table, by its name. */
export type ItemsOfTables = ReadonlyMap<string, readonly RawItem[]>

export interface DynamoDbLocal {
  /** Forwards one call unchanged, without authorisation. `target` is e.g. `DynamoDB_20120810.GetItem`. */
  forward(target: string, body: string | Buffer): Promise<RawResponse>
  /** Creates a table from the resolved properties of an `AWS::DynamoDB::Table`. */
  createTable(name: string, properties: TableProperties): Promise<void>
  /**
   * Deletes the items whose time to live has ended, as AWS does with some delay. Returns the count. `now` is called
   * before each request, because the clock may move.
   */
  sweep(now: () => Date): Promise<number>
  /** Passes the stream records of a table to its consumers, in order, starting with the oldest. */
  readStream(tableName: string, consumers: readonly StreamConsumer[]): void
  /** Waits until every consumer has received the records of all writes so far. */
  waitForStreams(): Promise<void>
  /** Returns the items of a partition as plain values, or only the item with the sort key. */
  items(tableName: string, pk: string, sk?: string): Promise<Record<string, unknown>[]>
  /** Returns all items of a table as plain values. */
  allItems(tableName: string): Promise<Record<string, unknown>[]>
  /** Creates a table with the content of another table at a time, in epoch seconds of the real clock. */
  restoreTable(request: { source: string; target: string; to: number }): Promise<void>
  /** Returns the times to which a table can be restored, in epoch seconds of the real clock. */
  restorableTimes(tableName: string): Promise<{ earliest: number; latest: number }>
  /**
   * Replaces the content of all tables with the given items, or empties them. Stream readers continue with later
   * records, so, as in a restored table, no consumer receives the given items.
   */
  reset(items?: ItemsOfTables): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
}

const writes = /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/

/** Manages the consumers of streams. Their readers restart when tables are recreated. */
const createReaders = (options: Options, call: CallDynamoDb, sweptKeys: SweptKeys, journal: Journal) => {
  const streams: { tableName: string; consumers: readonly StreamConsumer[] }[] = []
  let readers: StreamReader[] = []
  let isSkipping = false
  const start = ({ tableName, consumers }: (typeof streams)[number]) =>
    readStream({
      ...options,
      tableName,
      consumers: consumers.map((consumer) => ({
        ...consumer,
        onRecords: async (records) => (isSkipping ? undefined : consumer.onRecords(records)),
      })),
      call,
      isSwept: sweptKeys.createCheck(),
      onRead: (records) => journal.note(tableName, records),
    })
  const waitForStreams = async () => void (await Promise.all(readers.map((reader) => reader.waitUntilIdle())))
  return {
    add: (tableName: string, consumers: readonly StreamConsumer[]) => {
      streams.push({ tableName, consumers })
      readers.push(start({ tableName, consumers }))
    },
    readNow: () => readers.forEach((reader) => reader.readNow()),
    waitForStreams,
    stop: async () => void (await Promise.all(readers.map((reader) => reader.stop()))),
    /** Starts the readers again. Skips the records of all writes so far. */
    restart: async () => {
      isSkipping = true
      readers = streams.map(start)
      await waitForStreams().finally(() => {
        isSkipping = false
      })
    },
  }
}

/** Manages the tables of the template. A reset recreates them. */
const createTables = (call: CallDynamoDb, sweptKeys: SweptKeys) => {
  const tables = new Map<string, TableProperties>()
  const create = (name: string, properties: TableProperties) =>
    call('DynamoDB_20120810.CreateTable', createTableInput(name, properties))
  return {
    create: async (name: string, properties: TableProperties) => {
      await create(name, properties)
      tables.set(name, properties)
    },
    recreate: async (items: ItemsOfTables) => {
      sweptKeys.clear()
      for (const [name, properties] of tables) {
        await call('DynamoDB_20120810.DeleteTable', { TableName: name })
        // Stream names contain the creation time in milliseconds, so two tables created in the same millisecond would
        // share a name.
        await sleep(2)
        await create(name, properties)
        await writeItems(call, name, items.get(name) ?? [])
      }
    },
    sweep: async (now: () => Date) => {
      let count = 0
      for (const [tableName, properties] of tables) {
        const attribute = timeToLiveAttribute(properties)
        if (attribute) count += await sweepTable({ call, tableName, properties, attribute, now, sweptKeys })
      }
      return count
    },
  }
}

const createBackups = (
  call: CallDynamoDb,
  journal: Journal,
): Pick<DynamoDbLocal, 'restoreTable' | 'restorableTimes'> => ({
  restoreTable: ({ source, target, to }) =>
    restoreTable(call, { source, target, after: journal.lastChangeAt(source, to * 1000) }),
  restorableTimes: (tableName) => restorableTimes(call, tableName),
})

/** Opens DynamoDB Local, by default a new one, which takes about two seconds to start. */
export const startDynamoDb = async (
  options: Options,
  started: Promise<DynamoDbProcess> = startDynamoDbProcess(),
): Promise<DynamoDbLocal> => {
  const server = await started
  const client = createDocumentClient(server.url)
  const call = createCall(server.url)
  const sweptKeys = createSweptKeys()
  const tables = createTables(call, sweptKeys)
  const journal = createJournal()
  const readers = createReaders(options, call, sweptKeys, journal)
  /** Calls wait for this while tables are recreated. */
  let open: Promise<void> = Promise.resolve()
  let resetting: Promise<void> = Promise.resolve()
  const recreateTables = async (items: ItemsOfTables) => {
    // Let running consumers finish their calls before the tables are closed.
    await readers.stop()
    journal.clear()
    const recreated = tables.recreate(items).then(readers.restart)
    // Waiting calls continue even if this fails. The caller of reset gets the error.
    open = recreated.catch(() => undefined)
    await recreated
  }
  return {
    forward: async (target, body) => {
      await open
      const response = await postDynamoDb(server.url, target, body)
      if (writes.test(target)) readers.readNow()
      return response
    },
    createTable: tables.create,
    sweep: async (now) => {
      await open
      const count = await tables.sweep(now)
      readers.readNow()
      return count
    },
    readStream: readers.add,
    waitForStreams: async () => {
      await open
      await readers.waitForStreams()
    },
    items: async (tableName, pk, sk) => {
      await open
      return itemsOf(client, tableName, pk, sk)
    },
    allItems: async (tableName) => {
      await open
      return allItemsOf(client, tableName)
    },
    ...createBackups(call, journal),
    reset: async (items = new Map()) => {
      const done = resetting.then(() => recreateTables(items))
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
