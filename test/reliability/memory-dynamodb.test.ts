import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createClock } from '#local/kit/clock.ts'
import { startDynamoDb, type DynamoDbLocal } from '#local/emulator/dynamodb/dynamodb.ts'
import { Table } from '#platform/table/table.ts'
import { put, putNew, remove, update, type Write } from '#platform/table/write.ts'
import { documentClient } from '../kit/in-memory/document-client.ts'
import { memoryClient } from '../kit/in-memory/memory-client.ts'
import { MemoryDynamoDb } from '../kit/in-memory/memory-dynamodb.ts'

let database: DynamoDbLocal
let real: Table

beforeAll(async () => {
  database = await startDynamoDb({ clock: createClock(), region: 'eu-west-2', accountId: '000000000000' })
  const key = (name: string, type: string) => ({ AttributeName: name, KeyType: type })
  await database.createTable('table', {
    AttributeDefinitions: ['pk', 'sk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
  })
  real = new Table(documentClient(database), 'table')
})
afterAll(() => database.close())

const anyKey = fc.record({ pk: fc.constantFrom('a', 'b'), sk: fc.constantFrom('x#1', 'x#2', 'y') })
const version = fc.integer({ min: 1, max: 3 })

/** The kinds of writes and conditions that our repositories make. */
const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(anyKey, version).map(([key, v]) => putNew(key, { version: v }, 'taken')),
  fc
    .tuple(anyKey, version, version)
    .map(([key, v, was]) =>
      put(key, { version: v, gone: null }, { onlyIf: 'version = :was', values: { ':was': was } }),
    ),
  fc.tuple(anyKey, version).map(([key, v]) =>
    update(key, 'SET #url = if_not_exists(#url, :url), version = :v', {
      onlyIf: 'attribute_exists(pk) AND attribute_not_exists(deleted)',
      names: { '#url': 'url' },
      values: { ':url': `u${v}`, ':v': v },
    }),
  ),
  anyKey.map((key) =>
    update(key, 'REMOVE version SET deleted = :yes', {
      onlyIf: 'version = :one',
      values: { ':yes': true, ':one': 1 },
    }),
  ),
  fc.tuple(anyKey, version).map(([key, v]) =>
    update(key, 'ADD uses :one', {
      onlyIf: 'attribute_not_exists(pk) OR (version > :v AND attribute_not_exists(deleted))',
      values: { ':one': 1, ':v': v },
    }),
  ),
  anyKey.map((key) => remove(key, { onlyIf: 'attribute_exists(deleted)' })),
  fc.tuple(anyKey, version).map(([key, v]) => remove(key, { onlyIf: 'version <> :v', values: { ':v': v } })),
)

/** A transaction names an item once. */
const transaction = fc.uniqueArray(anyWrite, {
  minLength: 1,
  maxLength: 4,
  selector: ({ key }) => `${key.pk}${key.sk}`,
})

const attributes = { entity: 'rate', expires_at_epoch_seconds: 1_900_000_000 }

const storedKey = z.looseObject({ pk: z.string(), sk: z.string() })
const textOf = ({ pk, sk }: z.infer<typeof storedKey>) => `${pk} ${sk}`

const keys = ['a', 'b'].flatMap((pk) => ['x#1', 'x#2', 'y'].map((sk) => ({ pk, sk })))

const backwards = async (table: Table, ...query: Parameters<Table['eachBackwards']>) => {
  const items: object[] = []
  for await (const item of table.eachBackwards(...query)) items.push(item)
  return items
}

/** Everything that can be read of both partitions. */
const contentsOf = (table: Table) =>
  Promise.all([
    ...['a', 'b'].flatMap((pk) => [
      table.list(pk, ''),
      table.list(pk, 'x#', { limit: 1 }),
      table.list(pk, '', { limit: 2, from: { pk, sk: 'x#1' } }),
      table.listBetween(pk, 'x#2', 'y'),
      backwards(table, pk, 'x#', 1),
      backwards(table, pk, 'x#', 2, { pk, sk: 'x#2' }),
      // A place at which there is no item.
      backwards(table, pk, 'x#', 2, { pk, sk: 'x#10' }),
    ]),
    // A batch has no order.
    table
      .findMany(keys, storedKey)
      .then((items) => items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))),
  ])

describe('MemoryDynamoDb', () => {
  test(
    'does what DynamoDB does with every write that our repositories make',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(transaction, { maxLength: 12 }), anyKey, async (transactions, key) => {
          // Creating the table again would take ten times as long.
          await Promise.all(keys.map((one) => real.delete(one)))
          const memory = new Table(memoryClient(new MemoryDynamoDb()), 'table')
          for (const writes of transactions)
            expect(await memory.transact(...writes)).toEqual(await real.transact(...writes))
          for (let count = 0; count < 2; count += 1)
            expect(await memory.count(key, attributes)).toBe(await real.count(key, attributes))
          expect(await contentsOf(memory)).toEqual(await contentsOf(real))
          for (const table of [memory, real]) {
            await table.put(key, { version: 9 })
            await table.delete({ pk: 'a', sk: 'y' })
          }
          expect(await contentsOf(memory)).toEqual(await contentsOf(real))
        }),
        { numRuns: 40 },
      )
    },
  )
})
