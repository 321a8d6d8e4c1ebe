import { gzipSync } from 'node:zlib'
import { apiError } from '../api-error.ts'
import { type Event, headerOf } from './event.ts'
import { jsonHeaders, type Response } from './response.ts'
import type { Result } from './serve.ts'

/**
 * Both are below Lambda's response limit of 6 MB. Text needs more room than base64, because Lambda encodes the body as
 * a JSON string within JSON.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxTextBytes = 4 * 1024 * 1024
const maxCompressedBytes = 5.5 * 1024 * 1024

/**
 * Responds with JSON as a file download. Compresses a large body with gzip, which makes room for about ten times as
 * much.
 *
 * @throws ApiError `response_too_large` if the body is too large even then, or the client does not accept gzip
 */
export const attachment =
  (nameOf: (now: Date) => string) =>
  ({ requestId, body, now }: Result, event: Event): Response => {
    const text = JSON.stringify(body)
    const headers = {
      ...jsonHeaders(requestId),
      'content-disposition': `attachment; filename="${nameOf(now)}"`,
    }
    if (Buffer.byteLength(text) <= maxTextBytes) return { statusCode: 200, headers, body: text }
    const compressed = gzipSync(text).toString('base64')
    const acceptsGzip = /\bgzip\b/.test(headerOf(event, 'accept-encoding') ?? '')
    if (!acceptsGzip || compressed.length > maxCompressedBytes) throw apiError('response_too_large')
    return {
      statusCode: 200,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: compressed,
      isBase64Encoded: true,
    }
  }
