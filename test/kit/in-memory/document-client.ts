import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** An in-process implementation of DynamoDB's API. */
export interface Forward {
  forward(target: string, body: string): Promise<{ readonly status: number; readonly body: string | Buffer }>
}

interface HttpCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Returns the real client library with an in-process database instead of the network. */
export const documentClient = (database: Forward): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: 'eu-west-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
      requestHandler: {
        handle: async (request: HttpCall) => {
          const reply = await database.forward(
            request.headers['x-amz-target'] ?? '',
            typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body),
          )
          const headers = { 'content-type': 'application/x-amz-json-1.0' }
          return {
            response: { statusCode: reply.status, headers, body: new Uint8Array(Buffer.from(reply.body)) },
          }
        },
      },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  )
