import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { ApiError } from '../api-error.ts'
import { countMetrics } from '../metric.ts'
import { requireOriginSecret, requireSize } from './checks.ts'
import { bodyBytes, type Client, clientOf, headerOf } from './event.ts'
import { logRequest } from './log-request.ts'
import { errorResponse, type Response } from './response.ts'

/** A request that is not an operation: the page of an emailed link, or a signed webhook. */
export interface RawRequest {
  readonly method: string
  /** Values of the route's placeholders. */
  readonly parameters: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  /** The body exactly as it was sent. */
  readonly bytes: Buffer
  readonly header: (name: string) => string | undefined
  readonly now: Date
  readonly client: Client
}

export type RawResponse = Response

/** Removes the body of a response to HEAD. API Gateway returns the response of a function unchanged. */
const withoutBodyForHead = (method: string, { body, ...rest }: RawResponse): RawResponse =>
  method === 'HEAD' || body === undefined ? rest : { ...rest, body }

/** Creates the Lambda handler of a page or webhook: checks origin and size, runs the handler, logs one line. */
export const serveRaw =
  (
    name: string,
    maxBytes: number,
    handle: (request: RawRequest) => Promise<RawResponse>,
    respondToError = errorResponse,
  ) =>
  async (event: APIGatewayProxyEventV2): Promise<RawResponse> => {
    const now = new Date()
    const { method } = event.requestContext.http
    const context = { requestId: event.requestContext.requestId, startedMs: now.getTime() }
    try {
      requireOriginSecret(event)
      requireSize(event, maxBytes)
      const response = await handle({
        method,
        parameters: event.pathParameters ?? {},
        query: new URLSearchParams(event.rawQueryString),
        bytes: bodyBytes(event),
        header: (header) => headerOf(event, header),
        now,
        client: clientOf(event),
      })
      logRequest(name, context, { status: response.statusCode ?? 200 })
      return withoutBodyForHead(method, {
        ...response,
        headers: { 'cache-control': 'no-store', 'x-request-id': context.requestId, ...response.headers },
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_signature')
        countMetrics({ WebhooksRejected: 1 })
      const response = respondToError(context.requestId, error)
      logRequest(name, context, { status: response.statusCode ?? 500, error })
      return withoutBodyForHead(method, response)
    }
  }
