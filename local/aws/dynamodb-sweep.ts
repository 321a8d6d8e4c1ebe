import type { CallDynamoDb } from './dynamodb-client.ts'
import type { TableProperties } from './dynamodb-table.ts'

type Item = Readonly<Record<string, object>>

/** Remembers what sweeps deleted, so that every reader of the stream can tell whose doing it was. */
export interface SweptKeys {
  /** Notes one deletion; the answer takes it back. */
  add(key: string): () => void
  /** Makes the question that one reader asks at each removal, once per deletion noted. */
  createQuestion(): (key: string) => boolean
  clear(): void
}

export const createSweptKeys = (): SweptKeys => {
  const counts = new Map<string, number>()
  const count = (key: string, change: number) => void counts.set(key, (counts.get(key) ?? 0) + change)
  return {
    add: (key) => {
      count(key, 1)
      return () => count(key, -1)
    },
    createQuestion: () => {
      const told = new Map<string, number>()
      return (key) => {
        const before = told.get(key) ?? 0
        if (before >= (counts.get(key) ?? 0)) return false
        told.set(key, before + 1)
        return true
      }
    },
    clear: () => counts.clear(),
  }
}

interface Sweep {
  readonly call: CallDynamoDb
  readonly tableName: string
  readonly properties: TableProperties
  readonly attribute: string
  readonly now: Date
  readonly swept: SweptKeys
}

/** One text for the same key, whatever the order of its attributes. */
export const keyText = (key: Item): string =>
  JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Whether the item was still there and still expired. */
const deleteExpired = async (sweep: Sweep, condition: object, item: Item): Promise<boolean> => {
  const names = sweep.properties.KeySchema.map(({ AttributeName }) => AttributeName)
  const key = Object.fromEntries(names.map((name) => [name, item[name] ?? {}]))
  // Noted before the deletion, whose record may be read before the answer.
  const takeBack = sweep.swept.add(keyText(key))
  try {
    await sweep.call('DynamoDB_20120810.DeleteItem', { TableName: sweep.tableName, Key: key, ...condition })
    return true
  } catch (error) {
    takeBack()
    if (String(error).includes('ConditionalCheckFailedException')) return false
    throw error
  }
}

/**
 * Deletes the items of a table whose time to live is over. DynamoDB Local accepts a time to live but
 * does not act on it, and knows nothing of the movable clock.
 */
export const sweepTable = async (sweep: Sweep): Promise<number> => {
  const condition = '#ttl < :now'
  const values = {
    ExpressionAttributeNames: { '#ttl': sweep.attribute },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(sweep.now.getTime() / 1000)) } },
  }
  let count = 0
  let from: object | undefined
  do {
    const page = await sweep.call<{ Items: Item[]; LastEvaluatedKey?: object }>('DynamoDB_20120810.Scan', {
      TableName: sweep.tableName,
      FilterExpression: condition,
      ...values,
      ...(from ? { ExclusiveStartKey: from } : {}),
    })
    for (const item of page.Items) {
      if (await deleteExpired(sweep, { ConditionExpression: condition, ...values }, item)) count += 1
    }
    from = page.LastEvaluatedKey
  } while (from)
  return count
}
