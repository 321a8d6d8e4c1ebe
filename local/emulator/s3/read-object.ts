import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { AwsError } from '../protocol/aws-error.ts'
import type { StoredObject } from './store.ts'

interface Range {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

const overrides: Readonly<Record<string, string>> = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
  'response-cache-control': 'cache-control',
  'response-content-encoding': 'content-encoding',
}

/** Returns the part that a Range header requests, or undefined for the whole object. Throws InvalidRange. */
const rangeOf = (header: string | undefined, size: number): Range | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return undefined
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]))
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  if (start <= end) return { start, end }
  throw new AwsError('InvalidRange', 416, 'The requested range is not satisfiable', {
    ActualObjectSize: String(size),
  })
}

const listsTag = (header: string, etag: string): boolean =>
  header.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim() === etag)

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** Checks whether the client already has the object. Throws PreconditionFailed. */
const isNotModified = (object: StoredObject, headers: IncomingHttpHeaders): boolean => {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const { 'if-modified-since': modifiedSince, 'if-unmodified-since': unmodifiedSince } = headers
  const changedAt = seconds(object.lastModified)
  const isStale = match === undefined && unmodifiedSince && changedAt > seconds(new Date(unmodifiedSince))
  if ((match !== undefined && !listsTag(match, object.etag)) || isStale) {
    throw new AwsError(
      'PreconditionFailed',
      412,
      'At least one of the pre-conditions you specified did not hold',
    )
  }
  if (noneMatch !== undefined) return listsTag(noneMatch, object.etag)
  return modifiedSince !== undefined && changedAt <= seconds(new Date(modifiedSince))
}

const metadataHeaders = (object: StoredObject): OutgoingHttpHeaders => ({
  'content-type': object.contentType,
  ...(object.contentDisposition ? { 'content-disposition': object.contentDisposition } : {}),
  ...(object.cacheControl ? { 'cache-control': object.cacheControl } : {}),
  ...(object.contentEncoding ? { 'content-encoding': object.contentEncoding } : {}),
  ...Object.fromEntries(Object.entries(object.user).map(([name, value]) => [`x-amz-meta-${name}`, value])),
})

export interface ReadPlan {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  /** The part of the body to send. Null if none is sent. */
  readonly part: Range | 'all' | null
}

/** Decides how to respond to a GET or HEAD of an object. */
export const planRead = (
  object: StoredObject,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): ReadPlan => {
  const validators = { etag: object.etag, 'last-modified': object.lastModified.toUTCString() }
  if (isNotModified(object, headers)) return { status: 304, headers: validators, part: null }
  const range = rangeOf(headers.range, object.size)
  const requested = Object.entries(overrides).flatMap(([parameter, name]) => {
    const value = query.get(parameter)
    return value === null ? [] : [[name, value] as const]
  })
  const wantsChecksum = headers['x-amz-checksum-mode'] === 'ENABLED' && !range
  const common: OutgoingHttpHeaders = {
    ...metadataHeaders(object),
    ...validators,
    'accept-ranges': 'bytes',
    'content-length': range ? range.end - range.start + 1 : object.size,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` } : {}),
    ...(wantsChecksum ? { 'x-amz-checksum-crc32': object.crc32, 'x-amz-checksum-type': 'FULL_OBJECT' } : {}),
    ...Object.fromEntries(requested),
  }
  return { status: range ? 206 : 200, headers: common, part: range ?? 'all' }
}
