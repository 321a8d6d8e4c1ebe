import { type CallDynamoDb, scanPageSize } from './client.ts'

/** An item in DynamoDB's JSON format. */
export type RawItem = Readonly<Record<string, object>>

const api = 'DynamoDB_20120810'

/** Reads every item of a table. */
export const readItems = async (call: CallDynamoDb, TableName: string): Promise<RawItem[]> => {
  const items: RawItem[] = []
  let from: object | undefined
  do {
    const page: { Items: RawItem[]; LastEvaluatedKey?: object } = await call(`${api}.Scan`, {
      TableName,
      Limit: scanPageSize,
      ConsistentRead: true,
      ...(from ? { ExclusiveStartKey: from } : {}),
    })
    items.push(...page.Items)
    from = page.LastEvaluatedKey
  } while (from)
  return items
}

/** The limit of BatchWriteItem: 25 writes. */
const batchSize = 25

/** Writes items to a table, and replaces those with the same keys. */
export const writeItems = async (
  call: CallDynamoDb,
  tableName: string,
  items: readonly RawItem[],
): Promise<void> => {
  for (let at = 0; at < items.length; at += batchSize) {
    const writes = items.slice(at, at + batchSize).map((Item) => ({ PutRequest: { Item } }))
    await call(`${api}.BatchWriteItem`, { RequestItems: { [tableName]: writes } })
  }
}
