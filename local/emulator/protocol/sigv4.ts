import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */

export interface Credential {
  readonly accessKeyId: string
  /** `20260131` */
  readonly date: string
  readonly region: string
  readonly service: string
}

export const sha256Hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** Reads `<key>/<date>/<region>/<service>/aws4_request`. Returns undefined for any other text. */
export const parseCredential = (text: string): Credential | undefined => {
  const [accessKeyId, date, region, service, end, ...rest] = text.split('/')
  if (!accessKeyId || !date || !region || !service || end !== 'aws4_request' || rest.length > 0)
    return undefined
  return { accessKeyId, date, region, service }
}

/** Signs a text (a string to sign, or a POST policy in Base64) with the key derived for the scope. */
export const signText = (
  secretAccessKey: string,
  scope: Omit<Credential, 'accessKeyId'>,
  text: string,
): string => {
  const dateKey = hmac(`AWS4${secretAccessKey}`, scope.date)
  const serviceKey = hmac(hmac(dateKey, scope.region), scope.service)
  return hmac(hmac(serviceKey, 'aws4_request'), text).toString('hex')
}

/** Compares two signatures in constant time. */
export const sameSignature = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalQuery = (parameters: URLSearchParams): string =>
  [...parameters]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')

const headerValue = (headers: IncomingHttpHeaders, name: string): string =>
  [headers[name] ?? []].flat().join(',').trim().replace(/ +/g, ' ')

export interface Signable {
  readonly method: string
  /** As sent, percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly signedHeaders: readonly string[]
  readonly payloadHash: string
}

/** Computes the signature of a request. `amzDate` has the format `20260131T120000Z`. */
export const signatureOf = (
  request: Signable,
  secretAccessKey: string,
  credential: Credential,
  amzDate: string,
): string => {
  // Only S3 signs the path as sent. The other services encode it once more.
  const path = credential.service === 's3' ? request.path : request.path.split('/').map(encode).join('/')
  const canonicalRequest = [
    request.method,
    path,
    canonicalQuery(request.query),
    ...request.signedHeaders.map((name) => `${name}:${headerValue(request.headers, name)}`),
    '',
    request.signedHeaders.join(';'),
    request.payloadHash,
  ].join('\n')
  const scope = `${credential.date}/${credential.region}/${credential.service}/aws4_request`
  const stringToSign = ['AWS4-HMAC-SHA256', amzDate, scope, sha256Hex(canonicalRequest)].join('\n')
  return signText(secretAccessKey, credential, stringToSign)
}

/** Parses `20260131T120000Z` to milliseconds since the epoch. Returns NaN for other formats. */
export const parseAmzDate = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
