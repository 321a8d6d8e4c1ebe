import { AwsError } from '../protocol/aws-error.ts'
import type { Call } from '../protocol/service.ts'
import { decodeAwsChunked } from './aws-chunked.ts'
import { checkChecksums } from './checksums.ts'
import type { Received } from './receive.ts'
import { headerNamesOf, headerOf } from './s3-request.ts'
import type { ObjectMetadata, Store, StoredObject } from './store.ts'

export const defaultContentType = 'binary/octet-stream'

/** Removes `aws-chunked` from the content encoding: it describes only the transfer. */
const storedEncoding = (header: string | undefined): string | undefined =>
  header
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== 'aws-chunked')
    .join(',') || undefined

export const metadataOf = (call: Pick<Call, 'request' | 'url'>): ObjectMetadata => {
  const header = headerOf(call)
  const meta = headerNamesOf(call).filter((name) => name.startsWith('x-amz-meta-'))
  return {
    contentType: header('content-type') ?? defaultContentType,
    contentDisposition: header('content-disposition'),
    cacheControl: header('cache-control'),
    contentEncoding: storedEncoding(header('content-encoding')),
    user: Object.fromEntries(meta.map((name) => [name.slice('x-amz-meta-'.length), header(name) ?? ''])),
  }
}

const chunkedForms = /^STREAMING-/

/** Streams the body of a request to disk. Verifies the length and every checksum of the request. */
export const receiveBody = async (call: Pick<Call, 'request' | 'url'>, store: Store): Promise<Received> => {
  const header = headerOf(call)
  const form = header('x-amz-content-sha256') ?? ''
  const isChunked = chunkedForms.test(form)
  if (isChunked && form !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    throw new AwsError('NotImplemented', 501, `The local S3 does not support the payload form ${form}`)
  }
  const declared = header(isChunked ? 'x-amz-decoded-content-length' : 'content-length')
  if (declared === undefined)
    throw new AwsError('MissingContentLength', 411, 'You must provide the Content-Length HTTP header.')
  const trailers = new Map<string, string>()
  const received = await store.receive(
    isChunked ? decodeAwsChunked(call.request, trailers) : call.request,
    {},
  )
  try {
    if (received.size !== Number(declared)) {
      throw new AwsError('IncompleteBody', 400, 'The length of the body does not match its header')
    }
    checkChecksums(received, header, headerNamesOf(call), trailers)
  } catch (error) {
    store.discard(received.file)
    throw error
  }
  return received
}

/** Checks `If-None-Match: *` and `If-Match` of a write. Throws PreconditionFailed. */
export const checkWriteCondition = (call: Pick<Call, 'request'>, earlier: StoredObject | undefined): void => {
  const { 'if-match': match, 'if-none-match': noneMatch } = call.request.headers
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new AwsError('NotImplemented', 501, 'The local S3 supports If-None-Match of a write only as *')
  }
  if ((noneMatch === '*' && earlier) || (match !== undefined && match !== earlier?.etag)) {
    throw new AwsError(
      'PreconditionFailed',
      412,
      'At least one of the pre-conditions you specified did not hold',
    )
  }
}
