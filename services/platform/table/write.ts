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
export type Write = { readonly otherwise?: string } & (
  | { readonly kind: 'put'; readonly key: Key; readonly item: Item; readonly condition: Condition }
  | { readonly kind: 'update'; readonly key: Key; readonly update: string; readonly condition: Condition }
  | { readonly kind: 'delete'; readonly key: Key; readonly condition: Condition }
  | { readonly kind: 'check'; readonly key: Key; readonly condition: Condition & { readonly onlyIf: string } }
)

type Options = Condition & { otherwise?: string }

const splitOptions = <Given extends Options>({ otherwise, ...condition }: Given) => ({ otherwise, condition })

/** Creates or replaces an item. */
export const put = (key: Key, item: Item, options: Options = {}): Write => ({
  kind: 'put',
  key,
  item,
  ...splitOptions(options),
})

/** Creates an item. Fails if the key exists. */
export const putNew = (key: Key, item: Item, otherwise: string): Write =>
  put(key, item, { onlyIf: 'attribute_not_exists(pk)', otherwise })

/** Applies an update expression to an item. */
export const update = (key: Key, expression: string, options: Options = {}): Write => ({
  kind: 'update',
  key,
  update: expression,
  ...splitOptions(options),
})

/** Deletes an item. */
export const remove = (key: Key, options: Options = {}): Write => ({
  kind: 'delete',
  key,
  ...splitOptions(options),
})

/** Checks a condition on an item that the transaction does not write. */
export const check = (key: Key, options: Options & { onlyIf: string }): Write => ({
  kind: 'check',
  key,
  ...splitOptions(options),
})

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
