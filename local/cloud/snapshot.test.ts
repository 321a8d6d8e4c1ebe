import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DynamoDbLocal } from '#local/emulator/dynamodb/dynamodb.ts'
import { openTestDynamoDb } from '#local/emulator/dynamodb/test-kit.ts'
import { createClock } from '#local/kit/clock.ts'
import type { Cloud } from './cloud.ts'
import { location } from './dependencies.ts'
import { readItems, restoreSnapshot, takeSnapshot, writeItems } from './snapshot.ts'

const table = 'table'
/** A file of the library. A function indexes the text of each file that the stream reports. */
const file = { pk: { S: 'library' }, sk: { S: 'file' }, entity: { S: 'library_file' } }

let dynamodb: DynamoDbLocal
let received = 0

beforeAll(async () => {
  dynamodb = await openTestDynamoDb({ clock: createClock(), ...location })
  await dynamodb.createTable(table, {
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  dynamodb.readStream(table, [
    {
      maximumAttempts: 1,
      onRecords: async (records) => void (received += records.length),
      onGivenUp: async () => undefined,
    },
  ])
}, 30_000)

afterAll(() => dynamodb.close())

const pattern = {
  eventName: ['INSERT', 'MODIFY'],
  dynamodb: { NewImage: { entity: { S: ['library_file'] } } },
}

/** A cloud with one table, and nothing else to save. */
const cloudWithTable = () => {
  const model = { tables: [{ ref: table }], buckets: [], streamSources: [{ patterns: [pattern] }] }
  const empty = { users: () => new Map(), records: () => ({}), restore: async () => undefined }
  return {
    dynamodb,
    model,
    cognito: empty,
    stripe: empty,
    aws: { reset: () => undefined },
  } as object as Cloud
}

test('a snapshot keeps items that a function reacts to, and restores them without invoking it', async () => {
  const cloud = cloudWithTable()
  await writeItems(cloud, table, [file])
  await dynamodb.waitForStreams()
  const snapshot = await takeSnapshot(cloud)
  received = 0
  await restoreSnapshot(cloud, snapshot)
  await dynamodb.waitForStreams()
  expect(await readItems(cloud, table)).toEqual([file])
  expect(received).toBe(0)
})
