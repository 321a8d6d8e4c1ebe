import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { UsersOfPools } from '#local/emulator/cognito/user.ts'
import type { CallDynamoDb } from '#local/emulator/dynamodb/client.ts'
import {
  type RawItem,
  readItems as readItemsOf,
  writeItems as writeItemsTo,
} from '#local/emulator/dynamodb/items.ts'
import type { ObjectMetadata } from '#local/emulator/s3/store.ts'
import type { ItemsOfTables } from '#local/emulator/dynamodb/dynamodb.ts'
import { matchesPattern } from '#local/emulator/event-sources/filter.ts'
import type { AccountRecords } from '#local/stripe/account/account.ts'
import type { Cloud } from './cloud.ts'

/** Returns a function that calls DynamoDB. It throws an error with the response unless the call succeeds. */
const callOf =
  ({ dynamodb }: Cloud): CallDynamoDb =>
  async (target, body) => {
    const response = await dynamodb.forward(target, JSON.stringify(body))
    if (response.status !== 200) throw new Error(`${target} failed: ${response.body}`)
    return JSON.parse(response.body)
  }

/** Returns whether no stream passes an item to a function. An email, for example, would be sent again. */
export const isIgnoredByStreams =
  ({ model }: Cloud) =>
  (item: RawItem): boolean =>
    !model.streamSources.some(({ patterns }) =>
      patterns.some((pattern) =>
        matchesPattern(pattern, { eventName: 'INSERT', dynamodb: { NewImage: item } }),
      ),
    )

export const readItems = (cloud: Cloud, tableName: string): Promise<RawItem[]> =>
  readItemsOf(callOf(cloud), tableName)

export const writeItems = (cloud: Cloud, tableName: string, items: readonly RawItem[]): Promise<void> =>
  writeItemsTo(callOf(cloud), tableName, items)

interface SavedObject {
  readonly bucket: string
  readonly key: string
  readonly body: Buffer
  readonly metadata: ObjectMetadata
}

const readObjects = async ({ aws, model }: Cloud): Promise<SavedObject[]> => {
  const found = model.buckets.flatMap(({ ref }) =>
    aws.s3.list(ref).map((object) => ({ bucket: ref, object })),
  )
  return Promise.all(
    found.map(async ({ bucket, object }) => {
      const stored = aws.s3.get(bucket, object.key)
      const body = stored ? await buffer(stored.body()) : Buffer.alloc(0)
      return { bucket, key: object.key, body, metadata: object }
    }),
  )
}

/** The state of a cloud that a snapshot contains. Clock, faults, chat and records of calls are not part of it. */
interface SavedState {
  readonly tables: ItemsOfTables
  readonly objects: readonly SavedObject[]
  readonly users: UsersOfPools
  readonly stripe: AccountRecords
}

/** Takes a snapshot, as bytes that can be written to a file. */
export const takeSnapshot = async (cloud: Cloud): Promise<Buffer> => {
  const { cognito, model, stripe } = cloud
  const tables = new Map<string, RawItem[]>()
  for (const { ref } of model.tables) tables.set(ref, await readItems(cloud, ref))
  const objects = await readObjects(cloud)
  const state: SavedState = { tables, objects, users: cognito.users(), stripe: stripe.records() }
  return serialize(state)
}

/** Restores the state of a cloud from a snapshot, which is much faster than seeding. */
export const restoreSnapshot = async (cloud: Cloud, snapshot: Buffer): Promise<void> => {
  const { aws, cognito, dynamodb, stripe } = cloud
  const { tables, objects, users, stripe: records }: SavedState = deserialize(snapshot)
  await stripe.restore(records)
  await dynamodb.reset(tables)
  aws.reset()
  cognito.restore(users)
  await Promise.all(objects.map(({ bucket, key, body, metadata }) => aws.s3.put(bucket, key, body, metadata)))
}
