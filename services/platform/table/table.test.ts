import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { putNew, Table } from './table.ts'

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

test('a transaction that loses says which of its conditions did not hold', async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'))
  expect(await table.transact(putNew(key, {}, 'first'), putNew(key, {}, 'second'))).toEqual({
    lost: 'second',
  })
})

test('a transaction that met another one goes again after it', async () => {
  dynamo.on(TransactWriteCommand).rejectsOnce(cancelled('TransactionConflict')).resolves({})
  expect(await table.transact(putNew(key, {}, 'taken'))).toEqual({})
  expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(2)
})

test('a transaction that keeps meeting others gives up with what the database said', async () => {
  const conflict = cancelled('TransactionConflict')
  dynamo.on(TransactWriteCommand).rejects(conflict)
  await expect(table.transact(putNew(key, {}, 'taken'))).rejects.toBe(conflict)
})

test('any other failure is a fault', async () => {
  const fault = new ConditionalCheckFailedException({ $metadata: {}, message: 'no' })
  dynamo.on(TransactWriteCommand).rejects(fault)
  await expect(table.transact(putNew(key, {}, 'taken'))).rejects.toBe(fault)
})

test('a batch read asks again for what the database left out', async () => {
  dynamo
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { table: [{ n: 1 }] }, UnprocessedKeys: { table: { Keys: [key] } } })
    .resolves({ Responses: { table: [{ n: 2 }] } })
  const items = await table.findMany([key, { pk: 'c', sk: 'd' }], z.object({ n: z.number() }))
  expect(items).toEqual([{ n: 1 }, { n: 2 }])
})

test('a batch read of many keys takes a hundred at a time', async () => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [] } })
  const many = Array.from({ length: 250 }, (_, i) => ({ pk: 'a', sk: String(i) }))
  await table.findMany(many, z.object({}))
  const sizes = dynamo
    .commandCalls(BatchGetCommand)
    .map(({ args }) => args[0].input.RequestItems?.['table']?.Keys?.length)
  expect(sizes).toEqual([100, 100, 50])
})
