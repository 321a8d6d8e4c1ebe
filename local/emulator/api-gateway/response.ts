import { jsonResponse, toHeaders, type Headers, type HttpResponse } from '#local/kit/http.ts'
import type { Outcome } from '../lambda/instance.ts'

const internalError = () => jsonResponse(500, { message: 'Internal Server Error' })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const headersFrom = (value: unknown): Headers =>
  isRecord(value)
    ? toHeaders(Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)])))
    : {}

/** Converts the result of a function to an HTTP response (payload format 2.0). */
export const responseOf = (outcome: Outcome): HttpResponse => {
  if (!outcome.ok)
    return outcome.error.errorType === 'TooManyRequestsException'
      ? jsonResponse(503, { message: 'Service Unavailable' })
      : internalError()
  const { payload } = outcome
  // Without a status code, API Gateway returns the whole value as a JSON body.
  if (!isRecord(payload) || payload['statusCode'] === undefined) return jsonResponse(200, payload)
  const status = Number(payload['statusCode'])
  if (!Number.isInteger(status) || status < 200 || status > 599) return internalError()
  const { body, cookies } = payload
  if (body !== undefined && body !== null && typeof body !== 'string') return internalError()
  const headers = headersFrom(payload['headers'])
  return {
    status,
    headers: {
      'content-type': ['text/plain; charset=utf-8'],
      ...headers,
      ...(Array.isArray(cookies) && cookies.length > 0 ? { 'set-cookie': cookies.map(String) } : {}),
    },
    body: Buffer.from(body ?? '', payload['isBase64Encoded'] === true ? 'base64' : 'utf8'),
  }
}
