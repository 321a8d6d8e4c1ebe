import type { IncomingMessage } from 'node:http'
import type { Clock } from '#local/kit/clock.ts'
import { loadIdentity, type Identities, type Identity } from '../protocol/identity.ts'
import { AwsError } from '../protocol/aws-error.ts'
import {
  parseAmzDate,
  parseCredential,
  sameSignature,
  signatureOf,
  type Credential,
} from '../protocol/sigv4.ts'

interface Claim {
  readonly credential: Credential
  readonly amzDate: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly sessionToken: string
  /** Lifetime of a presigned link in seconds. Undefined for a signature in the Authorization header. */
  readonly expiresSeconds: number | undefined
}

const toleranceMs = 15 * 60 * 1000
/**
 * Maximum lifetime of a presigned link:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
 */
const maxPresignSeconds = 7 * 24 * 3600

const malformed = (message: string) => new AwsError('IncompleteSignature', 400, message)

const header = (request: IncomingMessage, name: string): string =>
  [request.headers[name] ?? ''].flat().join(',')

const claimInHeader = (request: IncomingMessage): Claim => {
  const authorization = header(request, 'authorization')
  const match = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=(\w+)$/.exec(
    authorization,
  )
  const credential = parseCredential(match?.[1] ?? '')
  if (!match || !credential) throw malformed('The Authorization header is not in AWS4-HMAC-SHA256 format')
  return {
    credential,
    amzDate: header(request, 'x-amz-date'),
    signedHeaders: (match[2] ?? '').split(';'),
    signature: match[3] ?? '',
    sessionToken: header(request, 'x-amz-security-token'),
    expiresSeconds: undefined,
  }
}

const claimInQuery = (query: URLSearchParams): Claim => {
  const credential = parseCredential(query.get('X-Amz-Credential') ?? '')
  const expiresSeconds = Number(query.get('X-Amz-Expires') ?? Number.NaN)
  if (!credential || query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || !(expiresSeconds >= 0)) {
    throw new AwsError(
      'AuthorizationQueryParametersError',
      400,
      'The query is not in AWS4-HMAC-SHA256 format',
    )
  }
  if (expiresSeconds > maxPresignSeconds) {
    throw new AwsError(
      'AuthorizationQueryParametersError',
      400,
      'X-Amz-Expires must be less than a week (in seconds)',
    )
  }
  return {
    credential,
    amzDate: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    sessionToken: query.get('X-Amz-Security-Token') ?? '',
    expiresSeconds,
  }
}

/** Reads the unverified signature data of a request. Returns undefined if it is not signed. */
export const signatureClaimOf = (request: IncomingMessage, url: URL): Claim | undefined => {
  if (request.headers.authorization !== undefined) return claimInHeader(request)
  return url.searchParams.has('X-Amz-Signature') ? claimInQuery(url.searchParams) : undefined
}

const checkTime = (claim: Claim, clock: Expected['clock']) => {
  const now = clock.now()
  const signedAt = parseAmzDate(claim.amzDate)
  if (Number.isNaN(signedAt)) throw malformed('X-Amz-Date is missing or malformed')
  if (!claim.amzDate.startsWith(claim.credential.date))
    throw malformed('The date of the credential does not match X-Amz-Date')
  if (claim.expiresSeconds === undefined) {
    // The clock may have jumped after the client signed the request. AWS's clock never jumps.
    if (clock.recentTimes().some((time) => Math.abs(time.getTime() - signedAt) <= toleranceMs)) return
    throw new AwsError(
      'RequestTimeTooSkewed',
      403,
      'The difference between the request time and the current time is too large.',
    )
  }
  if (signedAt - now.getTime() > toleranceMs)
    throw new AwsError('AccessDenied', 403, 'Request is not yet valid')
  if (now.getTime() > signedAt + claim.expiresSeconds * 1000)
    throw new AwsError('AccessDenied', 403, 'Request has expired')
}

const checkHeadersSigned = (request: IncomingMessage, claim: Claim) => {
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name),
  )
  if (!claim.signedHeaders.includes('host')) unsigned.push('host')
  if (unsigned.length === 0) return
  throw new AwsError('AccessDenied', 403, 'There were headers present in the request which were not signed', {
    HeadersNotSigned: unsigned.join(', '),
  })
}

interface Expected {
  readonly service: string
  readonly region: string
  readonly payloadHash: string
  readonly clock: Pick<Clock, 'now' | 'recentTimes'>
}

/** Verifies key, session token, time, scope and signature of a request. Throws the matching AWS error. */
export const authenticate = (
  request: IncomingMessage,
  url: URL,
  claim: Claim,
  identities: Identities,
  expected: Expected,
): Identity => {
  const { credential } = claim
  const identity = loadIdentity(identities, credential.accessKeyId, claim.sessionToken)
  if (credential.service !== expected.service || credential.region !== expected.region) {
    const scope = `${expected.region}/${expected.service}`
    throw new AwsError('SignatureDoesNotMatch', 403, `Credential should be scoped to ${scope}.`)
  }
  checkTime(claim, expected.clock)
  if (expected.service === 's3') checkHeadersSigned(request, claim)
  const signable = {
    method: request.method ?? 'GET',
    path: (request.url ?? '/').split('?')[0] ?? '/',
    query: url.searchParams,
    headers: request.headers,
    signedHeaders: claim.signedHeaders,
    payloadHash: expected.payloadHash,
  }
  const signature = signatureOf(signable, identity.secretAccessKey, credential, claim.amzDate)
  if (!sameSignature(signature, claim.signature)) {
    throw new AwsError(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  }
  return identity
}
