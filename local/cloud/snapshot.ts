import { buffer } from 'node:stream/consumers'
import type { ObjectMetadata } from '#local/emulator/s3/store.ts'
import { matchesPattern } from '#local/emulator/event-sources/filter.ts'
import type { Cloud } from './cloud.ts'

/** An item in DynamoDB's JSON format. */
export type RawItem = Readonly<Record<string, object>>

const call = async <Result>({ dynamodb }: Cloud, action: string, body: object): Promise<Result> => {
  const response = await dynamodb.forward(`DynamoDB_20120810.${action}`, JSON.stringify(body))
  if (response.status !== 200) throw new Error(`${action} failed: ${response.body}`)
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

export const readItems = async (cloud: Cloud, tableName: string): Promise<RawItem[]> => {
  const items: RawItem[] = []
  let from: object | undefined
  do {
    const page = await call<{ Items: RawItem[]; LastEvaluatedKey?: object }>(cloud, 'Scan', {
      TableName: tableName,
      ...(from ? { ExclusiveStartKey: from } : {}),
    })
    items.push(...page.Items)
    from = page.LastEvaluatedKey
  } while (from)
  return items
}

/** The limit of BatchWriteItem: 25 writes. */
const maxBatchSize = 25

export const writeItems = async (
  cloud: Cloud,
  tableName: string,
  items: readonly RawItem[],
): Promise<void> => {
  for (let at = 0; at < items.length; at += maxBatchSize) {
    const writes = items.slice(at, at + maxBatchSize).map((Item) => ({ PutRequest: { Item } }))
    await call(cloud, 'BatchWriteItem', { RequestItems: { [tableName]: writes } })
  }
}

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
