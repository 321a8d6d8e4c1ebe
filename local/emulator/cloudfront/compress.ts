import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { HttpResponse } from '#local/kit/http.ts'
import type { Encoding } from '../cloudformation/cloudfront-policies.ts'

/** CloudFront compresses from 1,000 to 10,000,000 bytes: …/DeveloperGuide/ServingCompressedFiles.html */
const minBytes = 1000
const maxBytes = 10_000_000

const compressible =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|wasm|vnd\.ms-fontobject)|image\/svg\+xml|font\/(ttf|otf))/i

const cache = new Map<string, Buffer>()

const compressed = (encoding: Encoding, body: Buffer): Buffer =>
  encoding === 'gzip'
    ? gzipSync(body)
    : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** Compresses each file once. The ETag identifies the content. */
const compressCached = (encoding: Encoding, body: Buffer, etag: string | undefined): Buffer => {
  if (etag === undefined) return compressed(encoding, body)
  const key = `${encoding} ${etag}`
  const known = cache.get(key)
  if (known) return known
  if (cache.size > 500) cache.clear()
  const result = compressed(encoding, body)
  cache.set(key, result)
  return result
}

/** Compresses a response in the first of these encodings if type and size allow it. */
export const compress = ([encoding]: readonly Encoding[], response: HttpResponse): HttpResponse => {
  const { body, headers, status } = response
  const type = headers['content-type']?.[0] ?? ''
  const isCompressible =
    status === 200 && body.length >= minBytes && body.length <= maxBytes && compressible.test(type)
  if (!isCompressible || headers['content-encoding'] || !encoding) return response
  const etag = headers['etag']?.[0]
  return {
    status,
    headers: {
      ...headers,
      'content-encoding': [encoding],
      vary: ['Accept-Encoding'],
      ...(etag ? { etag: [`W/${etag.replace(/^W\//, '')}`] } : {}),
    },
    body: compressCached(encoding, body, etag),
  }
}
