import type { IncomingMessage } from 'node:http'
import { AwsError } from './aws-error.ts'
import type { Reply } from './service.ts'

/** Returns the action of `X-Amz-Target: <service>.<action>`, or an empty text without that header. */
export const targetAction = (request: IncomingMessage): string =>
  [request.headers['x-amz-target'] ?? ''].flat().join('').split('.')[1] ?? ''

export const parseJsonBody = (body: Buffer): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body.toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Invalid JSON is rejected below with AWS's message.
  }
  throw new AwsError('SerializationException', 400, 'The body is not a JSON object')
}

/** Error codes of the JSON services for rejected signatures and roles. Their status is 400. */
const jsonCodes: Readonly<Record<string, string>> = {
  AccessDenied: 'AccessDeniedException',
  SignatureDoesNotMatch: 'InvalidSignatureException',
  RequestTimeTooSkewed: 'InvalidSignatureException',
  IncompleteSignature: 'IncompleteSignatureException',
  InvalidClientTokenId: 'UnrecognizedClientException',
  InvalidToken: 'UnrecognizedClientException',
  MissingAuthenticationToken: 'MissingAuthenticationTokenException',
}

/** Formats an error of the JSON protocols. The service writes the prefix before the code. */
export const failJson = (error: AwsError, prefix: string, contentType: string): Reply => {
  const code = jsonCodes[error.code] ?? error.code
  return {
    status: jsonCodes[error.code] ? 400 : error.status,
    headers: { 'content-type': contentType, 'x-amzn-errortype': code, 'x-amzn-errormessage': error.message },
    body: JSON.stringify({ __type: `${prefix}${code}`, message: error.message }),
  }
}
