import { AwsError } from '../protocol/aws-error.ts'
import { createByteReader } from './byte-reader.ts'

const lineEnd = Buffer.from('\r\n')
const maxLineBytes = 8 * 1024

/**
 * Decodes the content encoding `aws-chunked` with unsigned chunks, as SDKs send streams. Adds the trailing
 * headers (checksums) to `trailers` at the end of the body.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export const decodeAwsChunked = async function* (
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = createByteReader(source)
  const line = async () => (await reader.until(lineEnd, maxLineBytes)).toString()
  for (;;) {
    const header = await line()
    const size = /^[\da-f]+$/i.test(header) ? Number.parseInt(header, 16) : Number.NaN
    if (Number.isNaN(size)) throw new AwsError('InvalidChunkSizeError', 400, `Invalid chunk size: ${header}`)
    if (size === 0) break
    yield* reader.take(size)
    await line()
  }
  for (let text = await line(); text !== ''; text = await line()) {
    const colon = text.indexOf(':')
    trailers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
  }
  await reader.drain()
}
