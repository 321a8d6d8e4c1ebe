import { type Item, meets, type Placeholders, unsupported, update } from './expressions.ts'

interface Part extends Placeholders {
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
  readonly Item?: Item
  readonly Key?: Item
}
interface Body extends Part {
  readonly TransactItems?: readonly Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Part | undefined>[]
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

const keyOf = ({ pk, sk }: Item): string => JSON.stringify([pk?.['S'], sk?.['S']])
const text = (value: Readonly<Record<string, unknown>> | undefined): string => String(value?.['S'])

/** Leaves out the items up to and including the start key, which need not exist. */
const after = (ordered: readonly Item[], key: string, start: Item | undefined, forward: boolean) => {
  if (start === undefined) return ordered
  if (!forward) return unsupported('continuing a backwards query')
  return ordered.filter((item) => text(item[key]) > text(start[key]))
}

/**
 * Implements what our repositories use of DynamoDB, in memory: reads, queries, single writes, and transactions with
 * their conditions. memory-dynamodb.test.ts compares it with DynamoDB Local.
 */
export class MemoryDynamoDb {
  private items = new Map<string, Item>()
  /** Called before and after each write. What it throws fails the request. */
  onTransaction: (moment: 'before' | 'after') => void = () => undefined

  /** Called before each request. What it throws fails the request. */
  onRequest: () => void = () => undefined

  /** Returns all items in order of key. */
  all(): Item[] {
    return [...this.items.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
  }

  clear(): void {
    this.items.clear()
  }

  async forward(target: string, sent: string): Promise<Reply> {
    this.onRequest()
    const body: Body = JSON.parse(sent)
    const action = target.slice(target.indexOf('.') + 1)
    if (action === 'GetItem') return this.ok({ Item: this.items.get(keyOf(body.Key ?? {})) })
    if (action === 'Query') return this.query(body)
    if (action === 'BatchGetItem') return this.batchGet(body)
    if (action === 'PutItem') return this.writeOne('Put', body)
    if (action === 'UpdateItem') return this.writeOne('Update', body)
    if (action === 'DeleteItem') return this.writeOne('Delete', body)
    if (action === 'TransactWriteItems') return this.transact(body)
    return unsupported(action)
  }

  private ok(answer: object): Reply {
    return { status: 200, body: JSON.stringify(answer) }
  }

  private query(body: Body): Reply {
    const { KeyConditionExpression: condition = '', IndexName = '', Limit, ScanIndexForward = true } = body
    const key = `${IndexName}sk`
    const found = this.all()
      // An item without the keys of an index is not in it.
      .filter((item) => item[key] !== undefined && meets(condition, item, body))
      .toSorted((a, b) => (text(a[key]) < text(b[key]) ? -1 : 1))
    const ordered = ScanIndexForward ? found : found.toReversed()
    const Items = after(ordered, key, body.ExclusiveStartKey, ScanIndexForward).slice(0, Limit)
    return this.ok({ Items, Count: Items.length })
  }

  private batchGet({ RequestItems = {} }: Body): Reply {
    const Responses = Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.flatMap((key) => this.items.get(keyOf(key)) ?? []),
      ]),
    )
    return this.ok({ Responses, UnprocessedKeys: {} })
  }

  private writeOne(kind: string, body: Body): Reply {
    if (body.ConditionExpression !== undefined) return unsupported('a condition outside a transaction')
    this.onTransaction('before')
    this.apply(kind, body)
    this.onTransaction('after')
    return this.ok(kind === 'Update' ? { Attributes: this.items.get(keyOf(body.Key ?? {})) } : {})
  }

  private transact(body: Body): Reply {
    this.onTransaction('before')
    const parts = (body.TransactItems ?? []).flatMap((one) => Object.entries(one))
    const CancellationReasons = parts.map(([, part]) =>
      part === undefined || this.accepts(part)
        ? { Code: 'None' }
        : { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
    )
    if (CancellationReasons.some(({ Code }) => Code !== 'None'))
      return {
        status: 400,
        body: JSON.stringify({
          __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
          Message: 'Transaction cancelled',
          CancellationReasons,
        }),
      }
    for (const [kind, part] of parts) this.apply(kind, part ?? {})
    this.onTransaction('after')
    return this.ok({})
  }

  private accepts(part: Part): boolean {
    const item = this.items.get(keyOf(part.Item ?? part.Key ?? {})) ?? {}
    return part.ConditionExpression === undefined || meets(part.ConditionExpression, item, part)
  }

  private apply(kind: string, part: Part): void {
    const key = keyOf(part.Item ?? part.Key ?? {})
    if (kind === 'Put') this.items.set(key, part.Item ?? {})
    else if (kind === 'Update') {
      const item = { ...part.Key, ...this.items.get(key) }
      this.items.set(key, update(part.UpdateExpression ?? '', item, part))
    } else if (kind === 'Delete') this.items.delete(key)
    else if (kind !== 'ConditionCheck') unsupported(kind)
  }
}
