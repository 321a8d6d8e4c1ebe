/** An item in DynamoDB's own notation: `{ pk: { S: 'a' } }`. */
type Item = Record<string, Record<string, unknown>>

interface Expressions {
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
  readonly ExpressionAttributeNames?: Record<string, string>
  readonly ExpressionAttributeValues?: Record<string, Record<string, unknown>>
}
interface Part extends Expressions {
  readonly Item?: Item
  readonly Key?: Item
}
interface Body extends Part {
  readonly TransactItems?: readonly Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Part | undefined>[]
  readonly IndexName?: string
  readonly KeyConditionExpression?: string
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>
}

export interface Reply {
  readonly status: number
  readonly body: string
}

const keyOf = ({ pk, sk }: Item): string => JSON.stringify([pk?.['S'], sk?.['S']])
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const text = (value: Record<string, unknown> | undefined): string => String(value?.['S'])

/** Refuses what it does not know, rather than guessing. */
const unknown = (what: string): never => {
  throw new Error(`The table in memory does not know ${what}`)
}

const nameIn = (name: string, { ExpressionAttributeNames: names }: Expressions): string =>
  name.startsWith('#') ? (names?.[name] ?? unknown(name)) : name

const valueIn = (name: string, { ExpressionAttributeValues: values }: Expressions) =>
  values?.[name] ?? unknown(name)

const holdsTerm = (term: string, item: Item | undefined, part: Expressions): boolean => {
  const existence = /^attribute_(not_)?exists\((\S+)\)$/.exec(term)
  if (existence?.[2] !== undefined)
    return (item?.[nameIn(existence[2], part)] !== undefined) === (existence[1] === undefined)
  const equality = /^(\S+) = (:\S+)$/.exec(term)
  if (equality?.[1] === undefined || equality[2] === undefined) return unknown(`the condition ${term}`)
  return same(item?.[nameIn(equality[1], part)], valueIn(equality[2], part))
}

const holds = (item: Item | undefined, part: Expressions): boolean =>
  part.ConditionExpression === undefined ||
  part.ConditionExpression.split(' AND ').every((term) => holdsTerm(term, item, part))

const updated = (item: Item, part: Part): Item => {
  const changed = { ...part.Key, ...item }
  for (const [, verb, terms] of (part.UpdateExpression ?? '').matchAll(
    /\b(SET|REMOVE) (.*?)(?= (?:SET|REMOVE) |$)/g,
  ))
    for (const term of (terms ?? '').split(', ')) {
      const [name = '', value = ''] = term.split(' = ')
      if (verb === 'REMOVE') delete changed[nameIn(name, part)]
      else changed[nameIn(name, part)] = valueIn(value, part)
    }
  return changed
}

/** One term of the condition of a query: of a table or of an index. */
const fits = (term: string, item: Item, body: Body): boolean => {
  const prefix = /^begins_with\((\S+), (:\S+)\)$/.exec(term)
  if (prefix) return text(item[String(prefix[1])]).startsWith(text(valueIn(String(prefix[2]), body)))
  const comparison = /^(\S+) ([=<]) (:\S+)$/.exec(term)
  if (comparison === null) return unknown(`the query ${term}`)
  const [, name = '', sign, value = ''] = comparison
  if (item[name] === undefined) return false // not in the index
  const [found, wanted] = [text(item[name]), text(valueIn(value, body))]
  return sign === '=' ? found === wanted : found < wanted
}

/**
 * What our repositories use of DynamoDB, in memory: reads, queries, deletions, and transactions with their
 * conditions. Fast enough for many thousands of steps; a test of its own holds it against DynamoDB.
 */
export class MemoryDynamoDb {
  private items = new Map<string, Item>()
  /** Called before each write takes effect, and after; what it throws is what the caller meets. */
  onTransaction: (moment: 'before' | 'after') => void = () => undefined

  /** Called before each request; what it throws is what the caller meets. */
  onRequest: () => void = () => undefined

  /** Everything there is, in order of key. */
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
    if (action === 'DeleteItem') return this.deleteOne(body)
    if (action === 'TransactWriteItems') return this.transact(body)
    return unknown(action)
  }

  private ok(answer: object): Reply {
    return { status: 200, body: JSON.stringify(answer) }
  }

  private query(body: Body): Reply {
    const terms = (body.KeyConditionExpression ?? '').split(' AND ')
    const Items = this.all().filter((item) => terms.every((term) => fits(term, item, body)))
    const key = `${body.IndexName ?? ''}sk`
    const sorted = Items.toSorted((a, b) => (text(a[key]) < text(b[key]) ? -1 : 1))
    return this.ok({ Items: sorted, Count: sorted.length })
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

  private deleteOne(body: Body): Reply {
    this.onTransaction('before')
    this.apply('Delete', body)
    this.onTransaction('after')
    return this.ok({})
  }

  private transact(body: Body): Reply {
    this.onTransaction('before')
    const parts = (body.TransactItems ?? []).flatMap((one) => Object.entries(one))
    const CancellationReasons = parts.map(([, part]) =>
      holds(this.items.get(keyOf(part?.Item ?? part?.Key ?? {})), part ?? {})
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

  private apply(kind: string, part: Part): void {
    const key = keyOf(part.Item ?? part.Key ?? {})
    if (kind === 'Put') this.items.set(key, part.Item ?? {})
    else if (kind === 'Update') this.items.set(key, updated(this.items.get(key) ?? {}, part))
    else if (kind === 'Delete') this.items.delete(key)
    else if (kind !== 'ConditionCheck') unknown(kind)
  }
}
