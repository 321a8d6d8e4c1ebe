import type { IncomingMessage } from 'node:http'
import type { Reply } from './service.ts'

/** The headers with which the site's pages may read what Cognito answers. */
export const siteCors = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date',
  vary: 'origin',
})

/** Whether a preflight is for a call of a JSON API, and so not for a bucket. */
export const isJsonPreflight = (request: IncomingMessage): boolean =>
  (request.headers['access-control-request-headers'] ?? '').toLowerCase().includes('x-amz-target')

/** Answers the preflight of a call to Cognito. */
export const jsonPreflight = (request: IncomingMessage, origin: string): Reply => ({
  status: 200,
  headers: {
    ...siteCors(origin),
    'access-control-allow-methods': 'POST, GET',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '172800',
  },
})
