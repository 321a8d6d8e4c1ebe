import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan, QueryCommand } from '@aws-sdk/lib-dynamodb'

export interface RawReply {
  readonly status: number
  readonly body: string
}

/** Calls DynamoDB Local by its JSON API; throws with its answer when it refuses. */
export type CallDynamoDb = <Answer>(target: string, body: object) => Promise<Answer>

const maxPosts = 3

/** DynamoDB Local closes connections that lie idle, which on a busy machine one learns only by using them. */
const wasClosed = (fault: unknown): boolean =>
  fault instanceof TypeError &&
  fault.cause instanceof Error &&
  'code' in fault.cause &&
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(fault.cause.code))

/** Posts one call as it is; over a new connection, when the one at hand turns out to be closed. */
export const postDynamoDb = async (url: string, target: string, body: string | Buffer): Promise<RawReply> => {
  for (let posts = 1; ; posts += 1) {
    try {
      return await postOnce(url, target, body)
    } catch (fault) {
      if (posts === maxPosts || !wasClosed(fault)) throw fault
    }
  }
}

const postOnce = async (url: string, target: string, body: string | Buffer): Promise<RawReply> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      // DynamoDB Local wants to see a signature but does not check it.
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: typeof body === 'string' ? body : body.toString(),
  })
  return { status: response.status, body: await response.text() }
}

export const createCall =
  (url: string): CallDynamoDb =>
  async <Answer>(target: string, body: object) => {
    const reply = await postDynamoDb(url, target, JSON.stringify(body))
    if (reply.status !== 200) throw new Error(`DynamoDB Local refused ${target}: ${reply.body}`)
    return JSON.parse(reply.body) as Answer
  }

export const createDocumentClient = (url: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: url,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  )

/** All items of a partition, or the one with the sort key. */
export const itemsOf = async (client: DynamoDBDocumentClient, tableName: string, pk: string, sk?: string) => {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: sk === undefined ? 'pk = :pk' : 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: { ':pk': pk, ...(sk === undefined ? {} : { ':sk': sk }) },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    )
    items.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return items
}

/** Everything in a table: to see what is left of somebody. */
export const allItemsOf = async (client: DynamoDBDocumentClient, tableName: string) => {
  const items: Record<string, unknown>[] = []
  for await (const { Items } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true }))
    items.push(...(Items ?? []))
  return items
}
