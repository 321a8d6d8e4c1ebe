import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { type ApiErrorCode, apiErrors } from '#shared/contract/api-errors.ts'
import { ApiError } from '../api-error.ts'

export type Response = APIGatewayProxyStructuredResultV2

export const jsonHeaders = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': requestId,
})

/** Creates a 200 response with a JSON body. */
export const jsonResponse = (requestId: string, body: unknown): Response => ({
  statusCode: 200,
  headers: jsonHeaders(requestId),
  body: JSON.stringify(body),
})

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
