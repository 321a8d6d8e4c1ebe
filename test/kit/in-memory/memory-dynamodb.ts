import { type Item, meets, type Placeholders, unsupported, update } from './expressions.ts'

/** One write of a request, or the request itself. */
export interface Part extends Placeholders {
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
  readonly Item?: Item
  readonly Key?: Item
}
/** The body of a request. */
export interface Body extends Part {
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[]
  readonly IndexName?: string
  readonly KeyConditionExpression?: string
  readonly Limit?: number
  readonly ScanIndexForward?: boolean
  readonly ExclusiveStartKey?: Item
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>
}

export interface Reply {
  readonly status: number
  readonly body: string
}

/** The body of a response. A cancelled transaction has `CancellationReasons`. */
export interface Result {
  readonly Item?: Item
  readonly Items?: readonly Item[]
  readonly Count?: number
  readonly LastEvaluatedKey?: Item | undefined
  readonly Attributes?: Item
  readonly Responses?: Readonly<Record<string, readonly Item[]>>
  readonly UnprocessedKeys?: object
  readonly CancellationReasons?: readonly { readonly Code: string; readonly Message?: string }[]
}

/** DynamoDB's limits for the items of a transaction and the keys of a batch read. */
const maxTransactionItems = 100
const maxBatchKeys = 100

const keyOf = ({ pk, sk }: Item): string => JSON.stringify([pk?.['S'], sk?.['S']])
const text = (value: Readonly<Record<string, unknown>> | undefined): string => String(value?.['S'])

/** Rejects what DynamoDB rejects: a request that names no item, too many items, or an item twice. */
const checkKeys = (keys: readonly string[], limit: number): void => {
  if (keys.length === 0 || keys.length > limit || new Set(keys).size < keys.length)
    throw new Error(`ValidationException: a request names 1 to ${limit} items, each of them once`)
}

/** Leaves out the items up to and including the start key, which need not exist. */
const after = (ordered: readonly Item[], key: string, start: Item | undefined, forward: boolean) => {
  if (start === undefined) return ordered
  return ordered.filter((item) =>
    forward ? text(item[key]) > text(start[key]) : text(item[key]) < text(start[key]),
  )
}

/** Returns the keys of an item in the table and in the index that was read. */
const keysOf = (item: Item, ...indexKeys: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => ['pk', 'sk', ...indexKeys].includes(name)))

const byKey = ([a]: [string, Item], [b]: [string, Item]): number => (a < b ? -1 : 1)

/**
 * Implements what our repositories use of DynamoDB, in memory: reads, queries, single writes, and transactions with
 * their conditions. test/reliability/memory-dynamodb.test.ts compares it with DynamoDB Local.
 */
export class MemoryDynamoDb {
  private items = new Map<string, Item>()
  /** Called before and after each write. What it throws fails the request. */
  onTransaction: (moment: 'before' | 'after') => void = () => undefined

  /** Called before each request. What it throws fails the request. */
  onRequest: () => void = () => undefined

  /** Called with the former and the new item when a put replaces an item. */
  onReplace: (before: Item, after: Item) => void = () => undefined

  /** Returns all items in order of key. */
  all(): Item[] {
    return [...this.items].toSorted(byKey).map(([, item]) => item)
  }

  /** Returns the items of a kind in order of key. */
  ofEntity(entity: string): Item[] {
    return [...this.items]
      .filter(([, item]) => item['entity']?.['S'] === entity)
      .toSorted(byKey)
      .map(([, item]) => item)
  }

  clear(): void {
    this.items.clear()
  }

  /** Takes a snapshot and returns a function that restores it. */
  snapshot(): () => void {
    const items = new Map(this.items)
    return () => {
      this.items = new Map(items)
    }
  }

  /** Handles a request as DynamoDB receives it from a client library. */
  async forward(target: string, sent: string): Promise<Reply> {
    const result = await this.run(target.slice(target.indexOf('.') + 1), JSON.parse(sent))
    if (result.CancellationReasons === undefined) return { status: 200, body: JSON.stringify(result) }
    const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException'
    return { status: 400, body: JSON.stringify({ __type, Message: 'Transaction cancelled', ...result }) }
  }

  /** Runs an action. The items of the request must not be changed afterwards. */
  async run(action: string, body: Body): Promise<Result> {
    this.onRequest()
    if (action === 'GetItem') return { Item: this.items.get(keyOf(body.Key ?? {})) }
    if (action === 'Query') return this.query(body)
    if (action === 'BatchGetItem') return this.batchGet(body)
    if (action === 'PutItem') return this.writeOne('Put', body)
    if (action === 'UpdateItem') return this.writeOne('Update', body)
    if (action === 'DeleteItem') return this.writeOne('Delete', body)
    if (action === 'TransactWriteItems') return this.transact(body)
    return unsupported(action)
  }

  private query(body: Body): Result {
    const { KeyConditionExpression: condition = '', IndexName = '', Limit, ScanIndexForward = true } = body
    const key = `${IndexName}sk`
    const partition = `${IndexName}pk`
    const value = text(body.ExpressionAttributeValues?.[':pk'])
    if (!condition.startsWith(`${partition} = :pk`)) return unsupported(`the query ${condition}`)
    const found = [...this.items]
      // An item without the keys of an index is not in it. Most items are in other partitions.
      .filter(
        ([, item]) =>
          item[key] !== undefined && text(item[partition]) === value && meets(condition, item, body),
      )
      .toSorted(byKey)
      .map(([, item]) => item)
      .toSorted((a, b) => (text(a[key]) < text(b[key]) ? -1 : 1))
    const ordered = ScanIndexForward ? found : found.toReversed()
    const rest = after(ordered, key, body.ExclusiveStartKey, ScanIndexForward)
    const Items = rest.slice(0, Limit)
    const last = Items.at(-1)
    // DynamoDB names the last item whenever it reaches the limit, even if no item follows.
    const isPage = last !== undefined && Items.length === Limit
    return { Items, Count: Items.length, LastEvaluatedKey: isPage ? keysOf(last, partition, key) : undefined }
  }

  private batchGet({ RequestItems = {} }: Body): Result {
    for (const { Keys } of Object.values(RequestItems)) checkKeys(Keys.map(keyOf), maxBatchKeys)
    const Responses = Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.map((key) => this.items.get(keyOf(key))).filter((item) => item !== undefined),
      ]),
    )
    return { Responses, UnprocessedKeys: {} }
  }

  private writeOne(kind: string, body: Body): Result {
    if (body.ConditionExpression !== undefined) return unsupported('a condition outside a transaction')
    this.onTransaction('before')
    this.apply(kind, body)
    this.onTransaction('after')
    return kind === 'Update' ? { Attributes: this.items.get(keyOf(body.Key ?? {})) } : {}
  }

  private transact(body: Body): Result {
    this.onTransaction('before')
    const parts = (body.TransactItems ?? []).flatMap((one) => Object.entries(one))
    checkKeys(
      parts.map(([, part]) => keyOf(part.Item ?? part.Key ?? {})),
      maxTransactionItems,
    )
    const CancellationReasons = parts.map(([, part]) =>
      this.accepts(part)
        ? { Code: 'None' }
        : { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
    )
    if (CancellationReasons.some(({ Code }) => Code !== 'None')) return { CancellationReasons }
    for (const [kind, part] of parts) this.apply(kind, part)
    this.onTransaction('after')
    return {}
  }

  private accepts(part: Part): boolean {
    const item = this.items.get(keyOf(part.Item ?? part.Key ?? {})) ?? {}
    return part.ConditionExpression === undefined || meets(part.ConditionExpression, item, part)
  }

  private apply(kind: string, part: Part): void {
    const key = keyOf(part.Item ?? part.Key ?? {})
    if (kind === 'Put') {
      const before = this.items.get(key)
      if (before !== undefined) this.onReplace(before, part.Item ?? {})
      this.items.set(key, part.Item ?? {})
    } else if (kind === 'Update') {
      const item = { ...part.Key, ...this.items.get(key) }
      this.items.set(key, update(part.UpdateExpression ?? '', item, part))
    } else if (kind === 'Delete') this.items.delete(key)
    else if (kind !== 'ConditionCheck') unsupported(kind)
  }
}
