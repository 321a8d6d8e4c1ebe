import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import { env } from '../env.ts'
import { documents } from './client.ts'
import type { Key } from './keys.ts'

type Item = Record<string, unknown>

interface Condition {
  /** A DynamoDB condition expression over `names` (`#a`) and `values` (`:a`). */
  readonly onlyIf?: string
  readonly names?: Record<string, string>
  readonly values?: Record<string, unknown>
}

/** One part of a transaction. `otherwise` names the outcome when its condition does not hold. */
export type Write = { readonly otherwise?: string } & (
  | { readonly kind: 'put'; readonly key: Key; readonly item: Item; readonly condition: Condition }
  | { readonly kind: 'update'; readonly key: Key; readonly update: string; readonly condition: Condition }
  | { readonly kind: 'delete' | 'check'; readonly key: Key; readonly condition: Condition }
)

type Options = Condition & { otherwise?: string }

const split = ({ otherwise, ...condition }: Options) => ({ otherwise, condition })

export const put = (key: Key, item: Item, options: Options = {}): Write => ({
  kind: 'put',
  key,
  item,
  ...split(options),
})

/** A put that must be the first: it loses when the key is taken. */
export const putNew = (key: Key, item: Item, otherwise: string): Write =>
  put(key, item, { onlyIf: 'attribute_not_exists(pk)', otherwise })

export const update = (key: Key, expression: string, options: Options = {}): Write => ({
  kind: 'update',
  key,
  update: expression,
  ...split(options),
})

export const remove = (key: Key, options: Options = {}): Write => ({ kind: 'delete', key, ...split(options) })

/** A condition on an item that the transaction does not write. */
export const check = (key: Key, options: Options & { onlyIf: string }): Write => ({
  kind: 'check',
  key,
  ...split(options),
})

/** The outcome of a transaction: everything was written, or nothing was and `lost` says which condition failed. */
export type Outcome = { readonly lost?: string }

const maxConflictRetries = 5
/** DynamoDB's own limit of a batch read. */
const batchSize = 100

export class Table {
  private readonly documents: DynamoDBDocumentClient
  private readonly name: string

  constructor(client: DynamoDBDocumentClient = documents, name: string = env('TABLE_NAME')) {
    this.documents = client
    this.name = name
  }

  /** Reads one item, strongly consistent, and checks its shape; `undefined` when there is none. */
  async find<S extends z.ZodType>(key: Key, shape: S): Promise<z.output<S> | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.name, Key: { ...key }, ConsistentRead: true }),
    )
    return Item === undefined ? undefined : shape.parse(Item)
  }

  /** Reads many items, 100 to a round trip, strongly consistent; those that are not there are left out. */
  async findMany<S extends z.ZodType>(keys: readonly Key[], shape: S): Promise<z.output<S>[]> {
    const found: Item[] = []
    let wanted: Item[] = keys.map((key) => ({ ...key }))
    while (wanted.length > 0) {
      const { Responses, UnprocessedKeys } = await this.documents.send(
        new BatchGetCommand({
          RequestItems: { [this.name]: { Keys: wanted.slice(0, batchSize), ConsistentRead: true } },
        }),
      )
      found.push(...(Responses?.[this.name] ?? []))
      wanted = [...wanted.slice(batchSize), ...(UnprocessedKeys?.[this.name]?.Keys ?? [])]
    }
    return found.map((item) => shape.parse(item))
  }

  /**
   * Reads the items of one partition whose sort key starts with `prefix` (all of them when it is empty), in order:
   * at most `limit`, beginning behind the key `from`.
   */
  async list(pk: string, prefix: string, page: { limit?: number; from?: Key } = {}): Promise<Item[]> {
    const { limit } = page
    const items: Item[] = []
    let from: Item | undefined = page.from && { ...page.from }
    do {
      const found = await this.documents.send(
        new QueryCommand({
          TableName: this.name,
          // DynamoDB takes no empty text for a key, although its local edition does.
          KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: prefix === '' ? { ':pk': pk } : { ':pk': pk, ':prefix': prefix },
          ConsistentRead: true,
          Limit: limit === undefined ? undefined : limit - items.length,
          ExclusiveStartKey: from,
        }),
      )
      items.push(...(found.Items ?? []))
      from = found.LastEvaluatedKey
    } while (from !== undefined && (limit === undefined || items.length < limit))
    return items
  }

  /** Reads the items of one partition from one sort key to another, both included, in order. */
  async listBetween(pk: string, from: string, to: string): Promise<Item[]> {
    const items: Item[] = []
    let next: Item | undefined
    do {
      const page = await this.documents.send(
        new QueryCommand({
          TableName: this.name,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
          ConsistentRead: true,
          ExclusiveStartKey: next,
        }),
      )
      items.push(...(page.Items ?? []))
      next = page.LastEvaluatedKey
    } while (next !== undefined)
    return items
  }

  /** Reads by the first index, newest first when `backwards`. The index lags by some milliseconds. */
  async listByIndex(gsi1pk: string, options: { sk?: string; limit?: number; backwards?: boolean } = {}) {
    const page = await this.documents.send(
      new QueryCommand({
        TableName: this.name,
        IndexName: 'gsi1',
        KeyConditionExpression: options.sk === undefined ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND gsi1sk = :sk',
        ExpressionAttributeValues: {
          ':pk': gsi1pk,
          ...(options.sk === undefined ? {} : { ':sk': options.sk }),
        },
        Limit: options.limit,
        ScanIndexForward: !options.backwards,
      }),
    )
    return page.Items ?? []
  }

  /** Reads by the first index everything below one key, page by page. */
  async listAllByIndex(gsi1pk: string): Promise<Item[]> {
    const items: Item[] = []
    let from: Item | undefined
    do {
      const page = await this.documents.send(
        new QueryCommand({
          TableName: this.name,
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk',
          ExpressionAttributeValues: { ':pk': gsi1pk },
          ExclusiveStartKey: from,
        }),
      )
      items.push(...(page.Items ?? []))
      from = page.LastEvaluatedKey
    } while (from !== undefined)
    return items
  }

  /** Reads by the first index what sorts before `before`, first things first; at most `limit`. */
  async listDue(gsi1pk: string, before: string, limit: number): Promise<Item[]> {
    const page = await this.documents.send(
      new QueryCommand({
        TableName: this.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
        ExpressionAttributeValues: { ':pk': gsi1pk, ':before': before },
        Limit: limit,
      }),
    )
    return page.Items ?? []
  }

  /** Reads by the second index, a page at a time, what sorts before `before`. */
  async *eachDue(gsi2pk: string, before: string): AsyncGenerator<Item> {
    let from: Item | undefined
    do {
      const page: QueryCommandOutput = await this.documents.send(
        new QueryCommand({
          TableName: this.name,
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
          ExpressionAttributeValues: { ':pk': gsi2pk, ':before': before },
          ExclusiveStartKey: from,
        }),
      )
      yield* page.Items ?? []
      from = page.LastEvaluatedKey
    } while (from !== undefined)
  }

  /** Writes all parts or none. A part whose condition fails gives its `otherwise` as `lost`. */
  async transact(...writes: readonly Write[]): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.documents.send(
          new TransactWriteCommand({ TransactItems: writes.map((write) => this.transactItem(write)) }),
        )
        return {}
      } catch (fault) {
        if (!(fault instanceof TransactionCanceledException)) throw fault
        const reasons = fault.CancellationReasons ?? []
        const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed')
        if (failed >= 0) return { lost: writes[failed]?.otherwise ?? 'condition' }
        const conflict = reasons.some((reason) => reason.Code === 'TransactionConflict')
        // Two transactions met on an item: neither was wrong, so this one goes again after the other.
        if (!conflict || attempt >= maxConflictRetries) throw fault
        await new Promise((resolve) => setTimeout(resolve, 20 * attempt + Math.random() * 30))
      }
    }
  }

  /** Adds to a counter and answers its new value. */
  async count(key: Key, attributes: { expiresAtEpochSeconds: number; entity: string }): Promise<number> {
    const { Attributes } = await this.documents.send(
      new UpdateCommand({
        TableName: this.name,
        Key: { ...key },
        UpdateExpression: 'ADD #count :one SET expiresAtEpochSeconds = :expires, entity = :entity',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: {
          ':one': 1,
          ':expires': attributes.expiresAtEpochSeconds,
          ':entity': attributes.entity,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    return Number(Attributes?.['count'])
  }

  /** Puts one item without a condition: for facts that may be written again with the same words. */
  async put(key: Key, item: Item): Promise<void> {
    await this.documents.send(new PutCommand({ TableName: this.name, Item: { ...key, ...item } }))
  }

  async delete(key: Key): Promise<void> {
    await this.documents.send(new DeleteCommand({ TableName: this.name, Key: { ...key } }))
  }

  private transactItem(write: Write) {
    const condition = {
      TableName: this.name,
      ...(write.condition.onlyIf === undefined ? {} : { ConditionExpression: write.condition.onlyIf }),
      ...(write.condition.names === undefined ? {} : { ExpressionAttributeNames: write.condition.names }),
      ...(write.condition.values === undefined ? {} : { ExpressionAttributeValues: write.condition.values }),
    }
    switch (write.kind) {
      case 'put':
        return { Put: { ...condition, Item: { ...write.key, ...write.item } } }
      case 'update':
        return { Update: { ...condition, Key: { ...write.key }, UpdateExpression: write.update } }
      case 'delete':
        return { Delete: { ...condition, Key: { ...write.key } } }
      case 'check':
        return {
          ConditionCheck: {
            ...condition,
            Key: { ...write.key },
            // Only `check` makes one, and it asks for a condition.
            ConditionExpression: write.condition.onlyIf ?? '',
          },
        }
    }
  }
}
