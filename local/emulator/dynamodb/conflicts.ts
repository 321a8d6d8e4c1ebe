import { AwsError } from '../protocol/aws-error.ts'

/** The names of the key attributes of the table. */
const keyAttributes = ['pk', 'sk']

/** A write of one item, or its part of a transaction. */
interface ItemWrite {
  readonly TableName?: string
  readonly Key?: Readonly<Record<string, unknown>>
  readonly Item?: Readonly<Record<string, unknown>>
}

interface Body extends ItemWrite {
  readonly TransactItems?: readonly Readonly<Record<string, ItemWrite>>[]
}

const idOf = ({ TableName, Key, Item }: ItemWrite): string =>
  JSON.stringify([TableName, ...keyAttributes.map((name) => (Key ?? Item)?.[name])])

const singleWrites = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

/**
 * Creates the guard of all writes. It rejects the write of an item that a running transaction writes or checks.
 * DynamoDB does the same, but DynamoDB Local lets the write wait.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export const createConflicts = () => {
  /** The items of each running transaction. */
  const running = new Set<ReadonlySet<string>>()
  return async <Result>(action: string, body: Body, run: () => Promise<Result>): Promise<Result> => {
    if (singleWrites.has(action) && [...running].some((items) => items.has(idOf(body))))
      throw new AwsError('TransactionConflictException', 400, 'Transaction is ongoing for the item')
    if (action !== 'TransactWriteItems') return run()
    const items = new Set((body.TransactItems ?? []).flatMap((part) => Object.values(part).map(idOf)))
    running.add(items)
    return run().finally(() => running.delete(items))
  }
}
