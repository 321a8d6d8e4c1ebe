import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { gzipSync } from 'node:zlib'
import { refused } from '../refusal.ts'
import { headerOf, jsonHeaders } from './exchange.ts'
import type { Answer, Event } from './pipeline.ts'

/**
 * Below Lambda's limit of 6 MB for an answer. Text needs more room than base64, because it is written into the
 * answer as JSON within JSON.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxTextBytes = 4 * 1024 * 1024
const maxPackedBytes = 5.5 * 1024 * 1024

/**
 * Answers with JSON to be kept as a file. One that is too large as it is goes compressed, which makes room for
 * some ten times as much.
 *
 * @throws Refusal `answer_too_large` when even that is too much
 */
export const attachment =
  (nameOf: (now: Date) => string) =>
  ({ requestId, body, now }: Answer, event: Event): APIGatewayProxyStructuredResultV2 => {
    const text = JSON.stringify(body)
    const headers = {
      ...jsonHeaders(requestId),
      'content-disposition': `attachment; filename="${nameOf(now)}"`,
    }
    if (Buffer.byteLength(text) <= maxTextBytes) return { statusCode: 200, headers, body: text }
    const packed = gzipSync(text).toString('base64')
    const takesGzip = /\bgzip\b/.test(headerOf(event, 'accept-encoding') ?? '')
    if (!takesGzip || packed.length > maxPackedBytes) throw refused('answer_too_large')
    return {
      statusCode: 200,
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: packed,
      isBase64Encoded: true,
    }
  }
