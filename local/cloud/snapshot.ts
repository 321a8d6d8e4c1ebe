import { buffer } from 'node:stream/consumers'
import type { ObjectMetadata } from '../aws/s3/store.ts'
import { matchesPattern } from '../events/filter.ts'
import type { Cloud } from './cloud.ts'

/** An item in DynamoDB's own notation. */
type RawItem = Readonly<Record<string, object>>

const call = async <Answer>({ dynamodb }: Cloud, action: string, body: object): Promise<Answer> => {
  const reply = await dynamodb.forward(`DynamoDB_20120810.${action}`, JSON.stringify(body))
  if (reply.status !== 200) throw new Error(`${action} was refused: ${reply.body}`)
  return JSON.parse(reply.body)
}

/** Items that a stream would hand to a function again, such as mails that were sent, are not brought back. */
const isQuiet =
  ({ model }: Cloud) =>
  (item: RawItem): boolean =>
    !model.streamSources.some(({ patterns }) =>
      patterns.some((pattern) =>
        matchesPattern(pattern, { eventName: 'INSERT', dynamodb: { NewImage: item } }),
      ),
    )

const readItems = async (cloud: Cloud, tableName: string): Promise<RawItem[]> => {
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
  return items.filter(isQuiet(cloud))
}

/** DynamoDB takes 25 writes at a time. */
const writesAtOnce = 25

const writeItems = async (cloud: Cloud, tableName: string, items: readonly RawItem[]): Promise<void> => {
  for (let at = 0; at < items.length; at += writesAtOnce) {
    const writes = items.slice(at, at + writesAtOnce).map((Item) => ({ PutRequest: { Item } }))
    await call(cloud, 'BatchWriteItem', { RequestItems: { [tableName]: writes } })
  }
}

interface KeptObject {
  readonly bucket: string
  readonly key: string
  readonly body: Buffer
  readonly metadata: ObjectMetadata
}

const readObjects = async ({ aws, model }: Cloud): Promise<KeptObject[]> => {
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

/** Remembers the cloud as it is; the answer brings it back, far faster than making it again. */
export const takeSnapshot = async (cloud: Cloud): Promise<() => Promise<void>> => {
  const { aws, cognito, dynamodb, model, stripe } = cloud
  const tables = await Promise.all(
    model.tables.map(async ({ ref }) => ({ name: ref, items: await readItems(cloud, ref) })),
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
