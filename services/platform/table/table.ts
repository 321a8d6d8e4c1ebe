import {
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  PutCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { env } from '../env.ts'
import { parseItem } from '../parse-each.ts'
import { sdkSettings } from '../sdk-settings.ts'
import type { Key } from './keys.ts'
import { type Item, toTransactItem, update, type Write } from './write.ts'

/**
 * Outcome of a transaction. If a condition failed, nothing was written and `failedCondition` is its `otherwise`, or
 * `condition` if it has none.
 */
export type Outcome<Otherwise extends string = string> = {
  readonly failedCondition?: Otherwise | 'condition'
}

const maxAttempts = 5
/** DynamoDB's limit for a batch read. */
const batchSize = 100

/**
 * Reasons for which DynamoDB cancels a transaction that may succeed a moment later. The SDK retries throttled
 * requests, but not cancelled transactions.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const transientReasons: readonly string[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]

/** Waits a partly random time, longer before each attempt, so that concurrent runs do not conflict again. */
const waitAfter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 20 * attempt + Math.random() * 30))

/**
 * Writes one item. DynamoDB rejects the write while a transaction writes or checks the same item, and the SDK does not
 * repeat it. Tries up to 5 times.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 * @throws TransactionConflictException when every attempt is rejected
 */
const writeOne = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof TransactionConflictException) || attempt >= maxAttempts) throw error
      await waitAfter(attempt)
    }
  }
}

/** One client per function instance. Endpoint and region come from the environment. */
const defaultClient = DynamoDBDocumentClient.from(new DynamoDBClient(sdkSettings), {
  marshallOptions: { removeUndefinedValues: true },
})

/** The service's table. Reads of the main table are strongly consistent; index reads lag by some milliseconds. */
export class Table {
  private readonly documents: DynamoDBDocumentClient
  private readonly name: string

  constructor(client: DynamoDBDocumentClient = defaultClient, name: string = env('TABLE_NAME')) {
    this.documents = client
    this.name = name
  }

  /** Reads one item and parses it. Returns `undefined` if it does not exist. */
  async find<S extends z.ZodMiniType>(key: Key, schema: S): Promise<z.output<S> | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.name, Key: { ...key }, ConsistentRead: true }),
    )
    return Item === undefined ? undefined : parseItem(schema, Item)
  }

  /** Reads and parses many items, as `readMany` does. */
  async findMany<S extends z.ZodMiniType>(keys: readonly Key[], schema: S): Promise<z.output<S>[]> {
    return (await this.readMany(keys)).map((item) => parseItem(schema, item))
  }

  /**
   * Reads many items, 100 per round trip. Leaves out keys that do not exist.
   *
   * @throws Error when DynamoDB processes none of the keys in 5 attempts
   */
  async readMany(keys: readonly Key[]): Promise<Item[]> {
    const found: Item[] = []
    let remaining: Item[] = keys.map((key) => ({ ...key }))
    for (let attempt = 1; remaining.length > 0;) {
      const { Responses, UnprocessedKeys } = await this.documents.send(
        new BatchGetCommand({
          RequestItems: { [this.name]: { Keys: remaining.slice(0, batchSize), ConsistentRead: true } },
        }),
      )
      const items = Responses?.[this.name] ?? []
      const unprocessed = UnprocessedKeys?.[this.name]?.Keys ?? []
      found.push(...items)
      remaining = [...remaining.slice(batchSize), ...unprocessed]
      if (items.length > 0 || unprocessed.length === 0) attempt = 1
      else if (attempt < maxAttempts) await waitAfter(attempt++)
      else throw new Error(`DynamoDB did not process ${unprocessed.length} reads`)
    }
    return found
  }

  /**
   * Reads the items of a partition whose sort key starts with `prefix`, in order of sort key.
   *
   * @param prefix an empty prefix reads the whole partition
   * @param page `limit` is the maximum number of items; `from` is the key to continue after
   */
  async list(pk: string, prefix: string, page: { limit?: number; from?: Key } = {}): Promise<Item[]> {
    return this.query(
      {
        // DynamoDB rejects an empty string as a key value, although DynamoDB Local accepts it.
        KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: prefix === '' ? { ':pk': pk } : { ':pk': pk, ':prefix': prefix },
        ConsistentRead: true,
        ExclusiveStartKey: page.from && { ...page.from },
      },
      page.limit,
    )
  }

  /**
   * Yields the items of a partition whose sort key starts with `prefix`, last first. Reads `perRequest` items at a time,
   * and only as many as are used.
   *
   * @param after key behind which to start. It may belong to no item
   */
  async *eachBackwards(pk: string, prefix: string, perRequest: number, after?: Key): AsyncGenerator<Item> {
    for await (const items of this.pages({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: perRequest,
      ExclusiveStartKey: after && { ...after },
    }))
      yield* items
  }

  /** Reads the items of a partition between two sort keys, both included, in order of sort key. */
  async listBetween(pk: string, from: string, to: string): Promise<Item[]> {
    return this.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
      ConsistentRead: true,
    })
  }

  /**
   * Reads the items with this key in the first index, in order of its sort key.
   *
   * @param options `sk` restricts to one sort key; `after` continues behind a sort key; `limit` is the maximum number
   *   of items; `backwards` reverses the order
   */
  async listByIndex(
    gsi1pk: string,
    options: { sk?: string; after?: string; limit?: number; backwards?: boolean } = {},
  ) {
    const { sk, after, limit, backwards } = options
    const bound = sk ?? after
    const comparison = backwards ? '<' : '>'
    return this.query(
      {
        IndexName: 'gsi1',
        KeyConditionExpression:
          bound === undefined
            ? 'gsi1pk = :pk'
            : `gsi1pk = :pk AND gsi1sk ${sk === undefined ? comparison : '='} :sk`,
        ExpressionAttributeValues: { ':pk': gsi1pk, ...(bound === undefined ? {} : { ':sk': bound }) },
        ScanIndexForward: !backwards,
      },
      limit,
    )
  }

  /**
   * Yields the items of a list of the first index whose sort key is below `before`, lowest first. Reads `perRequest` items
   * at a time (default: as many as DynamoDB returns), and only as many as are used.
   */
  async *eachListed(gsi1pk: string, before: string, perRequest?: number): AsyncGenerator<Item> {
    for await (const items of this.pages({
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
      ExpressionAttributeValues: { ':pk': gsi1pk, ':before': before },
      Limit: perRequest,
    }))
      yield* items
  }

  /** Gives an item another place in a list of the first index. Does nothing if it has left the list. */
  async moveInIndex(key: Key, { gsi1pk, gsi1sk }: { gsi1pk: string; gsi1sk: string }): Promise<void> {
    await this.transact(
      update(key, 'SET gsi1sk = :place', {
        onlyIf: 'gsi1pk = :list',
        values: { ':list': gsi1pk, ':place': gsi1sk },
      }),
    )
  }

  /** Yields every item of the second index whose sort key is below `before`, lowest first, reading page by page. */
  async *eachDue(gsi2pk: string, before: string): AsyncGenerator<Item> {
    for await (const items of this.pages({
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
      ExpressionAttributeValues: { ':pk': gsi2pk, ':before': before },
    }))
      yield* items
  }

  /**
   * Writes all items or none. Retries when it conflicts with another transaction or an item is throttled, up to 5
   * attempts.
   *
   * @throws TransactionCanceledException when every attempt is cancelled
   */
  async transact<Otherwise extends string>(
    ...writes: readonly Write<Otherwise>[]
  ): Promise<Outcome<Otherwise>> {
    const TransactItems = writes.map((write) => toTransactItem(this.name, write))
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.documents.send(new TransactWriteCommand({ TransactItems }))
        return {}
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed')
        if (failed >= 0) return { failedCondition: writes[failed]?.otherwise ?? 'condition' }
        const isTransient = reasons.some(({ Code = '' }) => transientReasons.includes(Code))
        if (!isTransient || attempt >= maxAttempts) throw error
        await waitAfter(attempt)
      }
    }
  }

  /** Adds one to a counter and returns its new value. Creates the counter if it does not exist. */
  async count(key: Key, attributes: { expires_at_epoch_seconds: number; entity: string }): Promise<number> {
    const addition = new UpdateCommand({
      TableName: this.name,
      Key: { ...key },
      UpdateExpression: 'ADD #count :one SET expires_at_epoch_seconds = :expires, entity = :entity',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':expires': attributes.expires_at_epoch_seconds,
        ':entity': attributes.entity,
      },
      ReturnValues: 'UPDATED_NEW',
    })
    const { Attributes } = await writeOne(() => this.documents.send(addition))
    return Number(Attributes?.['count'])
  }

  /** Creates or replaces an item without a condition. Use it only where repeating the write changes nothing. */
  async put(key: Key, item: Item): Promise<void> {
    const write = new PutCommand({ TableName: this.name, Item: { ...key, ...item } })
    await writeOne(() => this.documents.send(write))
  }

  /** Deletes an item. Succeeds if it does not exist. */
  async delete(key: Key): Promise<void> {
    const deletion = new DeleteCommand({ TableName: this.name, Key: { ...key } })
    await writeOne(() => this.documents.send(deletion))
  }

  private async query(input: Omit<QueryCommandInput, 'TableName'>, limit?: number): Promise<Item[]> {
    const items: Item[] = []
    for await (const page of this.pages({ ...input, Limit: limit })) {
      items.push(...page)
      if (limit !== undefined && items.length >= limit) break
    }
    return items.slice(0, limit)
  }

  private async *pages(input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<Item[]> {
    const pages = paginateQuery({ client: this.documents }, { TableName: this.name, ...input })
    for await (const { Items = [] } of pages) yield Items
  }
}
