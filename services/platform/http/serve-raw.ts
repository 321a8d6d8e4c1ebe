import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import {
  bodyBytes,
  type Client,
  clientOf,
  failureReply,
  headerOf,
  logOutcome,
  requireOrigin,
} from './exchange.ts'
import { countMetrics } from '../metric.ts'
import { Refusal } from '../refusal.ts'
import { requireSize } from './read-body.ts'

/** A request that is not an operation: a page that a mail links to, or a signed webhook. */
export interface RawRequest {
  readonly method: string
  /** What the route's placeholders stand for in this request. */
  readonly parameters: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  /** The exact bytes that were sent. */
  readonly bytes: Buffer
  readonly header: (name: string) => string | undefined
  readonly now: Date
  readonly client: Client
}

export type RawReply = APIGatewayProxyStructuredResultV2

/** Makes the Lambda handler of a page or a webhook: origin, size, effect, reply, log. */
export const serveRaw =
  (name: string, maxBytes: number, handle: (request: RawRequest) => Promise<RawReply>) =>
  async (event: APIGatewayProxyEventV2): Promise<RawReply> => {
    const now = new Date()
    const exchange = { requestId: event.requestContext.requestId, startedMs: now.getTime() }
    try {
      requireOrigin(event)
      requireSize(event, maxBytes)
      const reply = await handle({
        method: event.requestContext.http.method,
        parameters: event.pathParameters ?? {},
        query: new URLSearchParams(event.rawQueryString),
        bytes: bodyBytes(event),
        header: (header) => headerOf(event, header),
        now,
        client: clientOf(event),
      })
      logOutcome(name, exchange, { status: reply.statusCode ?? 200 })
      return {
        ...reply,
        headers: { 'cache-control': 'no-store', 'x-request-id': exchange.requestId, ...reply.headers },
      }
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === 'invalid_signature')
        countMetrics({ WebhooksRefused: 1 })
      const reply = failureReply(exchange.requestId, failure)
      logOutcome(name, exchange, { status: reply.statusCode ?? 500, failure })
      return reply
    }
  }
