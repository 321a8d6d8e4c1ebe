import type { CallDynamoDb } from './dynamodb-client.ts'
import type { TableProperties } from './dynamodb-table.ts'

type Item = Readonly<Record<string, object>>

interface Sweep {
  readonly call: CallDynamoDb
  readonly tableName: string
  readonly properties: TableProperties
  readonly attribute: string
  readonly now: Date
  /** Collects the keys of what was deleted, so that the stream can tell whose doing it was. */
  readonly swept: Set<string>
}

/** One text for the same key, whatever the order of its attributes. */
export const keyText = (key: Item): string =>
  JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)))

const deleteExpired = async (sweep: Sweep, expired: object, item: Item): Promise<void> => {
  const names = sweep.properties.KeySchema.map(({ AttributeName }) => AttributeName)
  const key = Object.fromEntries(names.map((name) => [name, item[name] ?? {}]))
  sweep.swept.add(keyText(key))
  await sweep.call('DynamoDB_20120810.DeleteItem', { TableName: sweep.tableName, Key: key, ...expired })
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
    for (const item of page.Items)
      await deleteExpired(sweep, { ConditionExpression: condition, ...values }, item)
    count += page.Items.length
    from = page.LastEvaluatedKey
  } while (from)
  return count
}
