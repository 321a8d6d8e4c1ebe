import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Table } from './table.ts'
import { putNew, remove } from './write.ts'

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-2' }))
const dynamo = mockClient(client)
const table = new Table(client, 'table')
const key = { pk: 'a', sk: 'b' }

beforeEach(() => dynamo.reset())

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  })

describe('transact', () => {
  test('names the condition that failed', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'))
    expect(await table.transact(putNew(key, {}, 'first'), putNew(key, {}, 'second'))).toEqual({
      failedCondition: 'second',
    })
  })

  test('has only outcomes that its writes name, so that the type check finds a misspelt one', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'))
    const { failedCondition } = await table.transact(
      putNew(key, {}, 'first'),
      remove(key, { onlyIf: 'attribute_exists(pk)', otherwise: 'second' }),
    )
    expect(failedCondition === 'second').toBe(true)
    // @ts-expect-error No write names it.
    expect(failedCondition === 'secnod').toBe(false)
  })

  test('tries again after a conflict with another transaction', async () => {
    dynamo.on(TransactWriteCommand).rejectsOnce(cancelled('TransactionConflict')).resolves({})
    expect(await table.transact(putNew(key, {}, 'taken'))).toEqual({})
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(2)
  })

  test('throws the error of the database when every attempt conflicts', async () => {
    const conflict = cancelled('TransactionConflict')
    dynamo.on(TransactWriteCommand).rejects(conflict)
    await expect(table.transact(putNew(key, {}, 'taken'))).rejects.toBe(conflict)
  })

  test('reports the failed condition of a transaction that also conflicts, without a retry', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'ConditionalCheckFailed'))
    expect(await table.transact(putNew(key, {}, 'first'), putNew(key, {}, 'second'))).toEqual({
      failedCondition: 'second',
    })
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1)
  })

  // The SDK retries a throttled request, but not a transaction that DynamoDB cancels because one item is throttled.
  test.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'tries again after %s of an item, and throws it when it lasts',
    async (code) => {
      const error = cancelled('None', code)
      dynamo.on(TransactWriteCommand).rejectsOnce(error).resolves({})
      expect(await table.transact(putNew(key, {}, 'first'), putNew(key, {}, 'second'))).toEqual({})
      expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(2)
      dynamo.reset().on(TransactWriteCommand).rejects(error)
      await expect(table.transact(putNew(key, {}, 'first'), putNew(key, {}, 'second'))).rejects.toBe(error)
    },
  )

  test.each(['ValidationError', 'ItemCollectionSizeLimitExceeded'])(
    'throws a transaction cancelled by %s, which is not a failed condition, without a retry',
    async (code) => {
      const error = cancelled('None', code)
      dynamo.on(TransactWriteCommand).rejects(error)
      await expect(table.transact(putNew(key, {}, 'first'), putNew(key, {}, 'second'))).rejects.toBe(error)
      expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1)
    },
  )

  test('throws a throttled request after the retries of the SDK', async () => {
    const error = new ProvisionedThroughputExceededException({ $metadata: {}, message: 'too fast' })
    dynamo.on(TransactWriteCommand).rejects(error)
    await expect(table.transact(putNew(key, {}, 'taken'))).rejects.toBe(error)
  })

  test('throws every other error unchanged', async () => {
    const error = new ConditionalCheckFailedException({ $metadata: {}, message: 'no' })
    dynamo.on(TransactWriteCommand).rejects(error)
    await expect(table.transact(putNew(key, {}, 'taken'))).rejects.toBe(error)
  })
})

describe('writes of one item', () => {
  const counter = { expires_at_epoch_seconds: 1, entity: 'rate' }

  // The SDK retries neither these errors nor cancelled transactions.
  test.each([
    ['put', () => table.put(key, {})],
    ['delete', () => table.delete(key)],
    ['count', () => table.count(key, counter)],
  ])('try again while a transaction writes the item: %s', async (_which, write) => {
    const conflict = new TransactionConflictException({ $metadata: {}, message: 'ongoing transaction' })
    dynamo.onAnyCommand().rejectsOnce(conflict).rejectsOnce(conflict).resolves({})
    await write()
    expect(dynamo.calls()).toHaveLength(3)
    dynamo.reset().onAnyCommand().rejects(conflict)
    await expect(write()).rejects.toBe(conflict)
    expect(dynamo.calls()).toHaveLength(5)
  })

  test('throw every other error unchanged, without a retry', async () => {
    const error = new ProvisionedThroughputExceededException({ $metadata: {}, message: 'too fast' })
    dynamo.onAnyCommand().rejects(error)
    await expect(table.delete(key)).rejects.toBe(error)
    expect(dynamo.calls()).toHaveLength(1)
  })
})

describe('findMany', () => {
  test('repeats only the keys that were not processed, until none is left', async () => {
    const [first, second] = [key, { pk: 'c', sk: 'd' }]
    const unprocessed = { table: { Keys: [second] } }
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [{ n: 1 }] }, UnprocessedKeys: unprocessed })
      .resolvesOnce({ Responses: {}, UnprocessedKeys: unprocessed })
      .resolves({ Responses: { table: [{ n: 2 }] } })
    expect(await table.findMany([first, second], z.object({ n: z.number() }))).toEqual([{ n: 1 }, { n: 2 }])
    const requested = dynamo
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']?.Keys)
    expect(requested).toEqual([[first, second], [second], [second]])
  })

  test('gives up if DynamoDB keeps processing no key, and waits longer before each attempt', async () => {
    const times: number[] = []
    dynamo.on(BatchGetCommand).callsFake(() => {
      times.push(performance.now())
      // Without this error, a table that is throttled forever would hang the test instead of failing it.
      if (times.length > 20) throw new Error('still trying')
      return { Responses: {}, UnprocessedKeys: { table: { Keys: [key] } } }
    })
    await expect(table.findMany([key], z.object({}))).rejects.toThrow('DynamoDB did not process 1 reads')
    expect(times).toHaveLength(5)
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(20 * (index + 1) - 2)
  })

  test('throws a throttled read, and returns no partial list', async () => {
    const error = new ProvisionedThroughputExceededException({ $metadata: {}, message: 'too fast' })
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [{}] }, UnprocessedKeys: { table: { Keys: [key] } } })
      .rejects(error)
    await expect(table.findMany([key, { pk: 'c', sk: 'd' }], z.object({}))).rejects.toBe(error)
  })

  test('reads 100 keys per request', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { table: [] } })
    const many = Array.from({ length: 250 }, (_, i) => ({ pk: 'a', sk: String(i) }))
    await table.findMany(many, z.object({}))
    const sizes = dynamo
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']?.Keys?.length)
    expect(sizes).toEqual([100, 100, 50])
  })
})

describe('reads of the main table', () => {
  test.each([
    ['one item', () => table.find(key, z.object({}))],
    ['many items', () => table.findMany([key], z.object({}))],
    ['a partition', () => table.list('a', '')],
    ['a range', () => table.listBetween('a', 'b', 'c')],
  ])('contain every write that was completed before: %s', async (_which, read) => {
    dynamo.onAnyCommand().resolves({})
    await read()
    const [call] = dynamo.calls()
    expect(JSON.stringify(call?.args[0].input)).toContain('"ConsistentRead":true')
  })
})

describe('queries', () => {
  const returnTwoPages = () =>
    dynamo
      .reset()
      .on(QueryCommand)
      .resolvesOnce({ Items: [{ n: 1 }, { n: 2 }], LastEvaluatedKey: key })
      .resolves({ Items: [{ n: 3 }, { n: 4 }] })

  test('read every page', async () => {
    returnTwoPages()
    expect(await table.list('a', '')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
    returnTwoPages()
    expect(await table.listByIndex('a')).toHaveLength(4)
    returnTwoPages()
    const yielded: unknown[] = []
    for await (const item of table.eachDue('a', 'z')) yielded.push(item)
    expect(yielded).toHaveLength(4)
  })

  test('throw if a later page is throttled, and return no partial list', async () => {
    const error = new ProvisionedThroughputExceededException({ $metadata: {}, message: 'too fast' })
    dynamo
      .reset()
      .on(QueryCommand)
      .resolvesOnce({ Items: [{ n: 1 }], LastEvaluatedKey: key })
      .rejects(error)
    await expect(table.list('a', '')).rejects.toBe(error)
  })

  test('stop at the limit and read no further page', async () => {
    returnTwoPages()
    expect(await table.list('a', '', { limit: 2 })).toEqual([{ n: 1 }, { n: 2 }])
    expect(dynamo.commandCalls(QueryCommand)).toHaveLength(1)
    returnTwoPages()
    const used: unknown[] = []
    for await (const item of table.eachListed('a', 'z', 2)) if (used.push(item) === 2) break
    expect(used).toEqual([{ n: 1 }, { n: 2 }])
    expect(dynamo.commandCalls(QueryCommand)).toHaveLength(1)
  })
})
