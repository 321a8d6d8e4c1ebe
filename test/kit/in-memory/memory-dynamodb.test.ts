import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Table } from '#platform/table/table.ts'
import { put, update } from '#platform/table/write.ts'
import { toItem } from './attributes.ts'
import { memoryClient } from './memory-client.ts'
import { MemoryDynamoDb } from './memory-dynamodb.ts'

const key = { pk: 'a', sk: 'x' }
const keys = (count: number) => Array.from({ length: count }, (_, index) => ({ pk: 'a', sk: `x#${index}` }))
const writes = (count: number) => keys(count).map((one) => put(one, { version: 1 }))
const item = z.looseObject({ version: z.number() })

const anEmptyTable = () => {
  const database = new MemoryDynamoDb()
  return { database, table: new Table(memoryClient(database), 'table') }
}

describe('a transaction in memory', () => {
  test.each([
    ['nothing', []],
    ['an item twice', [put(key, { version: 1 }), put(key, { version: 2 })]],
    ['more than 100 items', writes(101)],
    ['a clause without attributes', [update(key, 'SET version = :one REMOVE ', { values: { ':one': 1 } })]],
  ])('is rejected when it writes %s, as DynamoDB does', async (_name, rejected) => {
    const { database, table } = anEmptyTable()
    await expect(table.transact(...rejected)).rejects.toThrow('ValidationException')
    expect(database.all()).toEqual([])
  })

  test('can write 100 items', async () => {
    const { database, table } = anEmptyTable()
    await table.transact(...writes(100))
    expect(database.all()).toHaveLength(100)
  })
})

describe('a batch read in memory', () => {
  test('is rejected when it names an item twice, as DynamoDB does', async () => {
    await expect(anEmptyTable().table.findMany([key, key], item)).rejects.toThrow('ValidationException')
  })

  test('is rejected when it names more than 100 items, as DynamoDB does', async () => {
    const read = (count: number) =>
      anEmptyTable().database.run('BatchGetItem', {
        RequestItems: { table: { Keys: keys(count).map(toItem) } },
      })
    await expect(read(101)).rejects.toThrow('ValidationException')
    expect((await read(100)).Responses).toEqual({ table: [] })
  })
})
