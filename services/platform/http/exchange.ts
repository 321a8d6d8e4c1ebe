import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { type RefusalCode, refusals } from '../../../shared/contract/refusals.ts'
import { env } from '../env.ts'
import { Refusal, refused } from '../refusal.ts'
import { sameSecret } from '../crypto.ts'
import { faultFields, log } from '../log.ts'

/** What an HTTP function is told about the visitor: the address, for counting only. */
export interface Client {
  readonly address: string
}

export const headerOf = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.headers[name] ?? event.headers[name.toLowerCase()]

/** The raw bytes of the body, as they were sent: signatures are over these. */
export const bodyBytes = (event: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')

/**
 * Refuses what did not come through our distribution: only there does `cloudfront-viewer-address` say who
 * is asking, and the limits count by it.
 */
export const requireOrigin = (event: APIGatewayProxyEventV2): void => {
  if (!sameSecret(headerOf(event, 'x-origin-secret') ?? '', env('ORIGIN_SECRET'))) throw refused('forbidden')
}

/** The visitor's address without the port that CloudFront appends. */
export const clientOf = (event: APIGatewayProxyEventV2): Client => ({
  address: (headerOf(event, 'cloudfront-viewer-address') ?? event.requestContext.http.sourceIp).replace(
    /:\d+$/,
    '',
  ),
})

export const jsonHeaders = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': requestId,
})

export const jsonReply = (requestId: string, body: unknown): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 200,
  headers: jsonHeaders(requestId),
  body: JSON.stringify(body),
})

/** The reply to a refusal or a fault. A fault says nothing of itself: its detail is in the log. */
export const failureReply = (requestId: string, failure: unknown): APIGatewayProxyStructuredResultV2 => {
  const refusal = failure instanceof Refusal ? failure : undefined
  const code: RefusalCode = refusal?.code ?? 'internal'
  const message = refusal?.message ?? refusals.internal.message
  const retryAfter = refusal?.retryAfterSeconds
  return {
    statusCode: refusals[code].status,
    headers: {
      ...jsonHeaders(requestId),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify({ error: { code, message } }),
  }
}

/** One line for each request: what was asked, how it ended, how long it took. */
export const logOutcome = (
  name: string,
  exchange: { requestId: string; startedMs: number },
  reply: { status: number; failure?: unknown },
): void => {
  const { failure, status } = reply
  const isFault = failure !== undefined && !(failure instanceof Refusal)
  log[isFault ? 'error' : 'info']('request', {
    operation: name,
    requestId: exchange.requestId,
    status,
    durationMs: Date.now() - exchange.startedMs,
    refusal: failure instanceof Refusal ? failure.code : undefined,
    ...(isFault ? faultFields(failure) : {}),
    ...(failure instanceof Refusal && failure.cause !== undefined ? faultFields(failure.cause) : {}),
  })
}
