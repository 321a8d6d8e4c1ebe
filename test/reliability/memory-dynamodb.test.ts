import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '../../local/clock.ts'
import { startDynamoDb, type DynamoDbLocal } from '../../local/aws/dynamodb.ts'
import { put, putNew, remove, Table, update, type Write } from '../../services/platform/table/table.ts'
import { documentClient } from './document-client.ts'
import { MemoryDynamoDb } from './memory-dynamodb.ts'

let database: DynamoDbLocal

beforeAll(async () => {
  database = await startDynamoDb({ clock: createClock(), region: 'eu-west-2', accountId: '000000000000' })
  const key = (name: string, type: string) => ({ AttributeName: name, KeyType: type })
  await database.createTable('table', {
    AttributeDefinitions: ['pk', 'sk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
  })
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
    update(key, 'SET #url = :url, version = :v', {
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
  anyKey.map((key) => remove(key, { onlyIf: 'attribute_exists(deleted)' })),
)

/** A transaction names an item once. */
const transaction = fc.uniqueArray(anyWrite, {
  minLength: 1,
  maxLength: 4,
  selector: ({ key }) => `${key.pk}${key.sk}`,
})

test(
  'does what DynamoDB does with every transaction that our repositories make',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { maxLength: 12 }), async (transactions) => {
        await database.reset()
        const memory = new MemoryDynamoDb()
        const [real, double] = [database, memory].map((one) => new Table(documentClient(one), 'table'))
        if (!real || !double) throw new Error('Two tables are compared')
        for (const writes of transactions)
          expect(await double.transact(...writes)).toEqual(await real.transact(...writes))
        for (const pk of ['a', 'b']) expect(await double.list(pk, 'x#')).toEqual(await real.list(pk, 'x#'))
      }),
      { numRuns: 40 },
    )
  },
)
