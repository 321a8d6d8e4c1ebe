import { AwsError } from '../protocol/aws-error.ts'
import type { Received } from './receive.ts'

const badDigest = (name: string) =>
  new AwsError('BadDigest', 400, `The ${name} you specified did not match the calculated checksum.`)

const checkAmz = (name: string, wanted: string, received: Received) => {
  const algorithm = name.slice('x-amz-checksum-'.length)
  const actual = { crc32: received.crc32, sha1: received.sha1, sha256: received.sha256 }[algorithm]
  if (!actual) throw new AwsError('NotImplemented', 501, `The local S3 does not support the checksum ${name}`)
  if (actual.toString('base64') !== wanted) throw badDigest(algorithm.toUpperCase())
}

/**
 * Verifies every checksum that the client sent with a body. `header` returns a header of the request. `trailers` holds
 * the headers after the body.
 */
export const checkChecksums = (
  received: Received,
  header: (name: string) => string | undefined,
  headerNames: readonly string[],
  trailers: ReadonlyMap<string, string>,
): void => {
  const md5 = header('content-md5')
  if (md5 !== undefined && received.md5.toString('base64') !== md5) throw badDigest('Content-MD5')
  const promised = header('x-amz-trailer')
  if (promised !== undefined && !trailers.has(promised.toLowerCase())) {
    throw new AwsError('MalformedTrailerError', 400, `The trailer ${promised} is missing`)
  }
  const names = headerNames.filter(
    (name) => name.startsWith('x-amz-checksum-') && name !== 'x-amz-checksum-mode',
  )
  for (const name of names) checkAmz(name, header(name) ?? '', received)
  for (const [name, value] of trailers) {
    if (name.startsWith('x-amz-checksum-')) checkAmz(name, value, received)
  }
  const payloadHash = header('x-amz-content-sha256')
  if (payloadHash && /^[\da-f]{64}$/.test(payloadHash) && received.sha256.toString('hex') !== payloadHash) {
    throw new AwsError(
      'XAmzContentSHA256Mismatch',
      400,
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
  }
}
