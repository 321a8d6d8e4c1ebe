import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Key } from './keys.ts'

export type Item = Record<string, unknown>

interface Condition {
  /** A DynamoDB condition expression over `names` (`#a`) and `values` (`:a`). */
  readonly onlyIf?: string
  readonly names?: Record<string, string>
  readonly values?: Record<string, unknown>
}

/** One item of a transaction. `otherwise` names the outcome if its condition fails. */
export type Write<Otherwise extends string = string> = { readonly otherwise?: Otherwise } & (
  | { readonly kind: 'put'; readonly key: Key; readonly item: Item; readonly condition: Condition }
  | { readonly kind: 'update'; readonly key: Key; readonly update: string; readonly condition: Condition }
  | { readonly kind: 'delete'; readonly key: Key; readonly condition: Condition }
  | { readonly kind: 'check'; readonly key: Key; readonly condition: Condition & { readonly onlyIf: string } }
)

/** Functions with these options infer `otherwise` as `const`. TypeScript would otherwise infer `string`. */
type Options<Otherwise extends string> = Condition & { otherwise?: Otherwise }

/** Creates or replaces an item. */
export const put = <const Otherwise extends string = never>(
  key: Key,
  item: Item,
  { otherwise, ...condition }: Options<Otherwise> = {},
): Write<Otherwise> => ({ kind: 'put', key, item, otherwise, condition })

/** Creates an item. Fails if the key exists. */
export const putNew = <Otherwise extends string>(
  key: Key,
  item: Item,
  otherwise: Otherwise,
): Write<Otherwise> => put(key, item, { onlyIf: 'attribute_not_exists(pk)', otherwise })

/** Applies an update expression to an item. */
export const update = <const Otherwise extends string = never>(
  key: Key,
  expression: string,
  { otherwise, ...condition }: Options<Otherwise> = {},
): Write<Otherwise> => ({ kind: 'update', key, update: expression, otherwise, condition })

/** Deletes an item. */
export const remove = <const Otherwise extends string = never>(
  key: Key,
  { otherwise, ...condition }: Options<Otherwise> = {},
): Write<Otherwise> => ({ kind: 'delete', key, otherwise, condition })

/** Checks a condition on an item that the transaction does not write. */
export const check = <const Otherwise extends string = never>(
  key: Key,
  { otherwise, ...condition }: Options<Otherwise> & { onlyIf: string },
): Write<Otherwise> => ({ kind: 'check', key, otherwise, condition })

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** Converts a write to the form that DynamoDB's TransactWriteItems accepts. */
export const toTransactItem = (tableName: string, write: Write): TransactItem => {
  const { onlyIf, names, values } = write.condition
  const common = {
    TableName: tableName,
    ...(onlyIf === undefined ? {} : { ConditionExpression: onlyIf }),
    ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
    ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
  }
  const Key = { ...write.key }
  switch (write.kind) {
    case 'put':
      return { Put: { ...common, Item: { ...write.key, ...write.item } } }
    case 'update':
      return { Update: { ...common, Key, UpdateExpression: write.update } }
    case 'delete':
      return { Delete: { ...common, Key } }
    case 'check':
      return { ConditionCheck: { ...common, Key, ConditionExpression: write.condition.onlyIf } }
  }
}
