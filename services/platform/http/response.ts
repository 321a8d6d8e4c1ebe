import { gzipSync } from 'node:zlib'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { type ApiErrorCode, apiErrors } from '#shared/contract/api-errors.ts'
import { ApiError, apiError } from '../api-error.ts'
import { type Event, headerOf } from './event.ts'

export type Response = APIGatewayProxyStructuredResultV2

export const jsonHeaders = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': requestId,
})

/**
 * Lambda's limit for the JSON of a response. In it, the body is a string: its quotation marks and backslashes take two
 * bytes.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxResponseBytes = 6_291_556

const fits = (response: Response): boolean => Buffer.byteLength(JSON.stringify(response)) <= maxResponseBytes

/**
 * Creates a 200 response with a JSON body. Compresses a body above Lambda's limit with gzip, which makes room for about
 * ten times as much. CloudFront compresses all others on their way to the browser.
 *
 * @throws ApiError `response_too_large` if the body is too large even then, or the client does not accept gzip
 */
export const jsonResponse = (
  { requestId, body }: { readonly requestId: string; readonly body: unknown },
  event: Event,
  extraHeaders: Record<string, string> = {},
): Response => {
  const text = JSON.stringify(body)
  const headers = { ...jsonHeaders(requestId), ...extraHeaders }
  const plain: Response = { statusCode: 200, headers, body: text }
  if (fits(plain)) return plain
  const compressed: Response = {
    statusCode: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(text).toString('base64'),
    isBase64Encoded: true,
  }
  const acceptsGzip = /\bgzip\b/.test(headerOf(event, 'accept-encoding') ?? '')
  if (!acceptsGzip || !fits(compressed)) throw apiError('response_too_large')
  return compressed
}

/** Creates the response for an error. An unexpected error becomes `internal` and reveals nothing: see the log. */
export const errorResponse = (requestId: string, error: unknown): Response => {
  const expected = error instanceof ApiError ? error : undefined
  const code: ApiErrorCode = expected?.code ?? 'internal'
  const message = expected?.message ?? apiErrors.internal.message
  const retryAfter = expected?.retryAfterSeconds
  return {
    statusCode: apiErrors[code].status,
    headers: {
      ...jsonHeaders(requestId),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify({ error: { code, message } }),
  }
}
