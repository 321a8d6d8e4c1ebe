import { createHash } from 'node:crypto'
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  paginateScan,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { progressPrinter } from '../../command-line/progress.ts'

/** An item in DynamoDB's own format, which loses no type. */
export type RawItem = Record<string, AttributeValue>

export interface ItemKey {
  readonly pk: string
  readonly sk: string
}

/** An item as the comparison keeps it: a hash of 16 bytes instead of the content. */
export interface Summary extends ItemKey {
  readonly type: string
  readonly hash: string
}

/** Digests of the items of a table, by key. */
export type Contents = ReadonlyMap<string, Summary>

export const textOf = (value: AttributeValue | undefined): string => value?.S ?? ''

export const keyOf = (item: RawItem): ItemKey => ({ pk: textOf(item['pk']), sk: textOf(item['sk']) })

const rawKeyOf = ({ pk, sk }: ItemKey): RawItem => ({ pk: { S: pk }, sk: { S: sk } })

/** Text that identifies a key. Neither part contains a line break. */
export const idOf = ({ pk, sk }: ItemKey): string => `${pk}\n${sk}`

/** Serialises a value so that equal items give the same text: maps and sets have no order. */
const canonical = (value: unknown): string => {
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'))
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    /^[SNB]S$/.test(name) && Array.isArray(part) ? part.toSorted() : part,
  ])
  const fields = entries
    .toSorted(([a], [b]) => compareCodeUnits(a, b))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
  return `{${fields.join()}}`
}

export const summaryOf = (item: RawItem): Summary => ({
  ...keyOf(item),
  type: textOf(item['entity']) || '(without a type)',
  hash: createHash('sha256').update(canonical(item)).digest('base64').slice(0, 22),
})

/** Reads every item of a table, with strongly consistent reads. */
export async function* scan(client: DynamoDBClient, TableName: string): AsyncGenerator<RawItem> {
  for await (const { Items } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    yield* Items ?? []
}

export const readContents = async (client: DynamoDBClient, table: string): Promise<Contents> => {
  const contents = new Map<string, Summary>()
  const progress = progressPrinter()
  for await (const item of scan(client, table)) {
    const summary = summaryOf(item)
    contents.set(idOf(summary), summary)
    progress(`${table}: ${contents.size} items read so far.`)
  }
  return contents
}

/**
 * Attempts at a batch while DynamoDB processes nothing of it. The wait doubles each time, to about 6 seconds in total.
 */
const maxAttempts = 8
const waitMs = 50

const waitAfter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** (attempt - 1)))

/** The limit of BatchGetItem. */
const readBatchSize = 100

/**
 * Reads items by their keys. Leaves out items that do not exist.
 *
 * @throws Error when DynamoDB processes none of the keys in 8 attempts
 */
export const readItems = async (
  client: DynamoDBClient,
  table: string,
  keys: readonly ItemKey[],
): Promise<Map<string, RawItem>> => {
  const found = new Map<string, RawItem>()
  const progress = progressPrinter()
  let rest = keys.map(rawKeyOf)
  for (let attempt = 1; rest.length > 0;) {
    progress(`${table}: ${keys.length - rest.length} of ${keys.length} items read.`)
    const Keys = rest.slice(0, readBatchSize)
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
    )
    const items = Responses?.[table] ?? []
    const unprocessed = UnprocessedKeys?.[table]?.Keys ?? []
    for (const item of items) found.set(idOf(keyOf(item)), item)
    rest = [...rest.slice(readBatchSize), ...unprocessed]
    if (items.length > 0 || unprocessed.length === 0) attempt = 1
    else if (attempt < maxAttempts) await waitAfter(attempt++)
    else throw new Error(`DynamoDB did not process ${unprocessed.length} reads of ${table}.`)
  }
  return found
}

/** The limit of BatchWriteItem. */
const batchSize = 25

export interface Changes {
  readonly puts?: readonly RawItem[]
  readonly deletes?: readonly ItemKey[]
}

/** Writes items as they are. DynamoDB returns writes that it did not process, which are repeated. */
export const writeItems = async (
  client: DynamoDBClient,
  table: string,
  { puts = [], deletes = [] }: Changes,
): Promise<void> => {
  const requests = [
    ...puts.map((Item) => ({ PutRequest: { Item } })),
    ...deletes.map((key) => ({ DeleteRequest: { Key: rawKeyOf(key) } })),
  ]
  const progress = progressPrinter()
  for (let at = 0; at < requests.length; at += batchSize) {
    progress(`${table}: ${at} of ${requests.length} items written.`)
    let rest = requests.slice(at, at + batchSize)
    for (let attempt = 1; rest.length > 0;) {
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: rest } }),
      )
      const unprocessed = (UnprocessedItems?.[table] ?? []) as typeof rest
      if (unprocessed.length < rest.length) attempt = 1
      else if (attempt < maxAttempts) await waitAfter(attempt++)
      else throw new Error(`DynamoDB did not process ${unprocessed.length} writes into ${table}.`)
      rest = unprocessed
    }
  }
}
