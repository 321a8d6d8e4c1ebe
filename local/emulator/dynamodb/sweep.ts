import { type CallDynamoDb, scanPageSize } from './client.ts'
import type { TableProperties } from './table.ts'

type Item = Readonly<Record<string, object>>

/** Records the keys that sweeps deleted, so that every stream reader can recognise expired items. */
export interface SweptKeys {
  /** Records one deletion and returns a function that undoes it. */
  add(key: string): () => void
  /** Creates the check of one reader. It returns true once per recorded deletion. */
  createCheck(): (key: string) => boolean
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
    createCheck: () => {
      const reported = new Map<string, number>()
      return (key) => {
        const before = reported.get(key) ?? 0
        if (before >= (counts.get(key) ?? 0)) return false
        reported.set(key, before + 1)
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
  /** Read before each request: when the clock moves back, items that the sweep has found are no longer expired. */
  readonly now: () => Date
  readonly sweptKeys: SweptKeys
}

/** Returns the same text for the same key in any attribute order. */
export const keyText = (key: Item): string =>
  JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))

const expired = '#ttl < :now'
const expiredAt = ({ attribute, now }: Sweep) => ({
  ExpressionAttributeNames: { '#ttl': attribute },
  ExpressionAttributeValues: { ':now': { N: String(Math.floor(now().getTime() / 1000)) } },
})

/** Deletes an item. Returns false if it no longer exists or is no longer expired. */
const deleteExpired = async (sweep: Sweep, item: Item): Promise<boolean> => {
  const names = sweep.properties.KeySchema.map(({ AttributeName }) => AttributeName)
  const key = Object.fromEntries(names.map((name) => [name, item[name] ?? {}]))
  // Record it first: a reader may see the deletion before this call returns.
  const undo = sweep.sweptKeys.add(keyText(key))
  try {
    await sweep.call('DynamoDB_20120810.DeleteItem', {
      TableName: sweep.tableName,
      Key: key,
      ConditionExpression: expired,
      ...expiredAt(sweep),
    })
    return true
  } catch (error) {
    undo()
    if (String(error).includes('ConditionalCheckFailedException')) return false
    throw error
  }
}

/**
 * Deletes the items of a table whose time to live has ended. DynamoDB Local accepts a time to live but does
 * not apply it, and does not follow the movable clock.
 */
export const sweepTable = async (sweep: Sweep): Promise<number> => {
  let count = 0
  let from: object | undefined
  do {
    const page = await sweep.call<{ Items: Item[]; LastEvaluatedKey?: object }>('DynamoDB_20120810.Scan', {
      TableName: sweep.tableName,
      Limit: scanPageSize,
      FilterExpression: expired,
      ...expiredAt(sweep),
      ...(from ? { ExclusiveStartKey: from } : {}),
    })
    for (const item of page.Items) {
      if (await deleteExpired(sweep, item)) count += 1
    }
    from = page.LastEvaluatedKey
  } while (from)
  return count
}
