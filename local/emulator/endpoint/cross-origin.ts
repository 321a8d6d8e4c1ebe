import type { IncomingMessage } from 'node:http'
import type { Reply } from '../protocol/service.ts'

/** Headers that let the site's pages read Cognito's responses. */
export const siteCors = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date',
  vary: 'origin',
})

/** Checks whether a preflight is for a JSON API rather than for a bucket. */
export const isJsonPreflight = (request: IncomingMessage): boolean =>
  (request.headers['access-control-request-headers'] ?? '').toLowerCase().includes('x-amz-target')

/** Responds to the preflight of a call to Cognito. */
export const jsonPreflight = (request: IncomingMessage, origin: string): Reply => ({
  status: 200,
  headers: {
    ...siteCors(origin),
    'access-control-allow-methods': 'POST, GET',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '172800',
  },
})
