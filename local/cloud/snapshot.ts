import { buffer } from 'node:stream/consumers'
import type { CallDynamoDb } from '#local/emulator/dynamodb/client.ts'
import {
  type RawItem,
  readItems as readItemsOf,
  writeItems as writeItemsTo,
} from '#local/emulator/dynamodb/items.ts'
import type { ObjectMetadata } from '#local/emulator/s3/store.ts'
import { matchesPattern } from '#local/emulator/event-sources/filter.ts'
import type { Cloud } from './cloud.ts'

/**
 * Returns a function that calls the tables of a cloud. It throws an error with the response unless the call succeeds.
 */
const callOf =
  ({ dynamodb }: Cloud): CallDynamoDb =>
  async (target, body) => {
    const response = await dynamodb.forward(target, JSON.stringify(body))
    if (response.status !== 200) throw new Error(`${target} failed: ${response.body}`)
    return JSON.parse(response.body)
  }

/** Excludes items that a stream would pass to a function again, such as emails that were sent. */
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

/** Takes a snapshot and returns a function that restores it, which is much faster than seeding again. */
export const takeSnapshot = async (cloud: Cloud): Promise<() => Promise<void>> => {
  const { aws, cognito, dynamodb, model, stripe } = cloud
  const tables = await Promise.all(
    model.tables.map(async ({ ref }) => ({
      name: ref,
      items: (await readItems(cloud, ref)).filter(isIgnoredByStreams(cloud)),
    })),
  )
  const objects = await readObjects(cloud)
  const restoreUsers = cognito.snapshot()
  const restoreStripe = stripe.snapshot()
  return async () => {
    await restoreStripe()
    await dynamodb.reset()
    aws.reset()
    restoreUsers()
    for (const { name, items } of tables) await writeItems(cloud, name, items)
    await Promise.all(
      objects.map(({ bucket, key, body, metadata }) => aws.s3.put(bucket, key, body, metadata)),
    )
  }
}
