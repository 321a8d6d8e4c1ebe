import type { IncomingMessage } from 'node:http'
import { BodyTooLarge, readBody } from '#local/kit/http.ts'
import { AwsError } from '../protocol/aws-error.ts'
import type { Service } from '../protocol/service.ts'

/** DynamoDB accepts 16 MB, the other services less. */
const maxBodyBytes = 16 * 1024 * 1024

const targets: Readonly<Record<string, Service['name']>> = {
  DynamoDB_20120810: 'dynamodb',
  AWSCognitoIdentityProviderService: 'cognito',
}

/** Service names in the scope of a signature. */
export const signingNames = { dynamodb: 'dynamodb', s3: 's3', ses: 'ses', cognito: 'cognito-idp' } as const

/** Returns the service of a request. A request without target and signature is for S3. */
export const serviceNameOf = (request: IncomingMessage): Service['name'] => {
  const target = [request.headers['x-amz-target'] ?? ''].flat().join('')
  if (target) {
    const name = targets[target.split('.')[0] ?? '']
    if (name) return name
    throw new AwsError('UnknownOperationException', 501, `The local AWS does not support ${target}`)
  }
  const scope = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
  if (scope === undefined || scope === 's3') return 's3'
  if (scope === 'ses') return 'ses'
  throw new AwsError('UnknownOperationException', 501, `The local AWS does not support the service ${scope}`)
}

/** Returns the pool whose public keys are requested. */
export const jwksPoolOf = (request: IncomingMessage, url: URL): string | undefined =>
  request.method === 'GET' ? /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(url.pathname)?.[1] : undefined

/** Reads a whole body. Throws RequestEntityTooLarge if it exceeds the limit of every service. */
export const readCallBody = async (request: IncomingMessage): Promise<Buffer> => {
  try {
    return await readBody(request, maxBodyBytes)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new AwsError('RequestEntityTooLarge', 413, 'The body is larger than 16 MB')
  }
}
