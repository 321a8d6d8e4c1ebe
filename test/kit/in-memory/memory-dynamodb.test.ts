import { describe, expect, test } from 'vitest'
import { Table } from '#platform/table/table.ts'
import { put } from '#platform/table/write.ts'
import { memoryClient } from './memory-client.ts'
import { MemoryDynamoDb } from './memory-dynamodb.ts'

const key = { pk: 'a', sk: 'x' }

describe('a transaction in memory', () => {
  test.each([
    ['nothing', []],
    ['an item twice', [put(key, { version: 1 }), put(key, { version: 2 })]],
  ])('is rejected when it writes %s, as DynamoDB does', async (_name, writes) => {
    const database = new MemoryDynamoDb()
    const table = new Table(memoryClient(database), 'table')
    await expect(table.transact(...writes)).rejects.toThrow('ValidationException')
    expect(database.all()).toEqual([])
  })
})
