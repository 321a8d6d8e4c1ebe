import { BatchGetItemCommand, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readItems, writeItems } from './items.ts'

const client = new DynamoDBClient({ region: 'eu-west-2' })
const dynamo = mockClient(client)

const item = (n: number) => ({ pk: { S: 'a' }, sk: { S: String(n) } })
const key = (n: number) => ({ pk: 'a', sk: String(n) })
const unprocessedWrites = (...numbers: number[]) => ({
  UnprocessedItems: { table: numbers.map((n) => ({ PutRequest: { Item: item(n) } })) },
})

beforeEach(() => {
  dynamo.reset()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => vi.useRealTimers())

describe('batches of a restore on a throttled table', () => {
  test('read the unprocessed keys again', async () => {
    dynamo
      .on(BatchGetItemCommand)
      .resolvesOnce({ Responses: { table: [item(1)] }, UnprocessedKeys: { table: { Keys: [item(2)] } } })
      .resolves({ Responses: { table: [item(2)] } })
    expect([...(await readItems(client, 'table', [key(1), key(2)])).values()]).toEqual([item(1), item(2)])
  })

  test('write the unprocessed items again', async () => {
    dynamo.on(BatchWriteItemCommand).resolvesOnce(unprocessedWrites(2)).resolves({})
    await writeItems(client, 'table', { puts: [item(1), item(2)] })
    const written = dynamo
      .commandCalls(BatchWriteItemCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']?.length)
    expect(written).toEqual([2, 1])
  })

  test('fail if DynamoDB keeps processing nothing', async () => {
    dynamo
      .on(BatchGetItemCommand)
      .resolves({ UnprocessedKeys: { table: { Keys: [item(1)] } } })
      .on(BatchWriteItemCommand)
      .resolves(unprocessedWrites(1))
    const results = Promise.allSettled([
      readItems(client, 'table', [key(1)]),
      writeItems(client, 'table', { puts: [item(1)] }),
    ])
    await vi.runAllTimersAsync()
    expect(await results).toMatchObject([
      { reason: { message: 'DynamoDB did not process 1 reads of table.' } },
      { reason: { message: 'DynamoDB did not process 1 writes into table.' } },
    ])
    expect(dynamo.commandCalls(BatchGetItemCommand)).toHaveLength(8)
    expect(dynamo.commandCalls(BatchWriteItemCommand)).toHaveLength(8)
  })
})
