import type { IncomingMessage } from 'node:http'
import { AwsError } from './aws-error.ts'
import type { Service } from './service.ts'

/** DynamoDB takes 16 MB, the others less. */
const maxBodyBytes = 16 * 1024 * 1024

const targets: Readonly<Record<string, Service['name']>> = {
  DynamoDB_20120810: 'dynamodb',
  AWSCognitoIdentityProviderService: 'cognito',
}

/** The name of each service in the scope of a signature. */
export const signingNames = { dynamodb: 'dynamodb', s3: 's3', ses: 'ses', cognito: 'cognito-idp' } as const

/** The service that a request is for: what says neither that nor a signature is for S3. */
export const serviceNameOf = (request: IncomingMessage): Service['name'] => {
  const target = [request.headers['x-amz-target'] ?? ''].flat().join('')
  if (target) {
    const name = targets[target.split('.')[0] ?? '']
    if (name) return name
    throw new AwsError('UnknownOperationException', 501, `The local AWS does not know ${target}`)
  }
  const scope = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
  if (scope === undefined || scope === 's3') return 's3'
  if (scope === 'ses') return 'ses'
  throw new AwsError('UnknownOperationException', 501, `The local AWS does not know the service ${scope}`)
}

/** The pool whose public keys are asked for. */
export const jwksPoolOf = (request: IncomingMessage, url: URL): string | undefined =>
  request.method === 'GET' ? /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(url.pathname)?.[1] : undefined

/** Reads a whole body. Throws when it is longer than any service takes. */
export const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > maxBodyBytes) throw new AwsError('RequestEntityTooLarge', 413, 'The body is larger than 16 MB')
  }
  return Buffer.concat(chunks)
}
