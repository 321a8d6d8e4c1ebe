import type { IncomingMessage } from 'node:http'
import { AwsError } from '../protocol/aws-error.ts'
import type { Call } from '../protocol/service.ts'

export interface ObjectAddress {
  readonly bucket: string
  /** Empty for the bucket itself. */
  readonly key: string
}

/** Returns bucket and key of `/<bucket>/<key>` or `<bucket>.localhost`. */
export const addressOf = (request: IncomingMessage): ObjectAddress => {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  let decoded: string
  try {
    decoded = decodeURIComponent(path.slice(1))
  } catch {
    throw new AwsError('InvalidURI', 400, "Couldn't parse the specified URI.")
  }
  const hosted = /^(.+)\.localhost(?::\d+)?$/.exec(request.headers.host ?? '')?.[1]
  if (hosted) return { bucket: hosted, key: decoded }
  const slash = decoded.indexOf('/')
  return slash < 0
    ? { bucket: decoded, key: '' }
    : { bucket: decoded.slice(0, slash), key: decoded.slice(slash + 1) }
}

/** Returns a header. Presigned links carry the `x-amz-` headers in their query. */
export const headerOf =
  ({ request, url }: Pick<Call, 'request' | 'url'>) =>
  (name: string): string | undefined => {
    const sent = request.headers[name]
    if (sent !== undefined) return [sent].flat().join(',')
    if (!name.startsWith('x-amz-')) return undefined
    return [...url.searchParams].find(([key]) => key.toLowerCase() === name)?.[1]
  }

/** Returns the names of all headers, and of the `x-amz-` headers in the query. */
export const headerNamesOf = ({ request, url }: Pick<Call, 'request' | 'url'>): string[] => [
  ...Object.keys(request.headers),
  ...[...url.searchParams.keys()]
    .map((name) => name.toLowerCase())
    .filter((name) => name.startsWith('x-amz-')),
]

const listParameters =
  /^(list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner)$/

const supportedParameters: Readonly<Record<string, RegExp>> = {
  ListObjectsV2: listParameters,
  DeleteObjects: /^delete$/,
  GetObject:
    /^response-(content-type|content-disposition|content-language|expires|cache-control|content-encoding)$/,
}

const supportedHeaders =
  /^x-amz-(algorithm|credential|signature|signedheaders|expires|date|content-sha256|security-token|user-agent|trailer|decoded-content-length|sdk-checksum-algorithm|checksum-.+|meta-.+|copy-source.*|metadata-directive)$/

const rejectUnsupported = (action: string, call: Pick<Call, 'request' | 'url'>) => {
  const isPlain = (name: string) => /^(x-id|x-amz-.+)$/i.test(name) || supportedParameters[action]?.test(name)
  const parameter = [...call.url.searchParams.keys()].find((name) => !isPlain(name))
  const header = headerNamesOf(call).find((name) => name.startsWith('x-amz-') && !supportedHeaders.test(name))
  const unknown = parameter ?? header
  if (unknown === undefined) return
  throw new AwsError(
    'NotImplemented',
    501,
    `The local S3 does not support ${unknown} of ${call.request.method}`,
  )
}

const objectActions: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
}

const actionFor = (call: Pick<Call, 'request' | 'url'>): string | undefined => {
  const { method = 'GET' } = call.request
  const { searchParams } = call.url
  if (addressOf(call.request).key) {
    if (method !== 'PUT') return objectActions[method]
    return headerOf(call)('x-amz-copy-source') === undefined ? 'PutObject' : 'CopyObject'
  }
  if (method === 'GET' && searchParams.get('list-type') === '2') return 'ListObjectsV2'
  if (method === 'HEAD') return 'HeadBucket'
  if (method !== 'POST') return undefined
  return searchParams.has('delete') ? 'DeleteObjects' : 'PostObject'
}

/** Returns the S3 action of a request. Throws NotImplemented with the name of an unsupported one. */
export const s3Action = (call: Pick<Call, 'request' | 'url'>): string => {
  const action = actionFor(call)
  if (!action) {
    const requested = `${call.request.method} ${call.request.url?.split('&X-Amz')[0]}`
    throw new AwsError('NotImplemented', 501, `The local S3 does not support ${requested}`)
  }
  rejectUnsupported(action, call)
  return action
}
