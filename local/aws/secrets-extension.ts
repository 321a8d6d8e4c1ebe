import { createServer, type IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Identity } from '../types.ts'
import { listen } from './listen.ts'
import { AwsError } from './aws-error.ts'
import type { CallLog } from './call-log.ts'
import { accessDenied, isAllowed } from './iam.ts'

export interface Secret {
  readonly arn: string
  readonly name: string
  readonly value: string
}

/** Finds a secret by its ARN or its name; a Map will do. */
export interface SecretStore {
  get(arnOrName: string): Secret | undefined
}

interface Options {
  /** 0 for any free port. */
  readonly port: number
  readonly clock: Clock
  readonly accountId: string
  readonly secrets: SecretStore
  readonly identities: ReadonlyMap<string, Identity>
  readonly log: CallLog
}

const unauthorized = new AwsError(
  'Unauthorized',
  401,
  'X-Aws-Parameters-Secrets-Token is missing or not a session token',
)

const answerTo = (request: IncomingMessage, options: Options): object => {
  const token = request.headers['x-aws-parameters-secrets-token']
  const identity = [...options.identities.values()].find(({ sessionToken }) => sessionToken === token)
  if (!identity) throw unauthorized
  const url = new URL(request.url ?? '/', 'http://localhost')
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'secretId')
  if (request.method !== 'GET' || url.pathname !== '/secretsmanager/get' || unknown) {
    const asked = `${request.method} ${url.pathname}${url.search}`
    throw new AwsError('NotImplemented', 501, `The local secrets extension does not know ${asked}`)
  }
  const id = url.searchParams.get('secretId') ?? ''
  const secret = options.secrets.get(id)
  const permission = { service: 'secretsmanager', action: 'GetSecretValue', resource: secret?.arn ?? id }
  const allowed = isAllowed(identity.policies, permission)
  const error = allowed ? undefined : accessDenied(identity, options.accountId, permission)
  options.log.add([
    {
      at: options.clock.now().toISOString(),
      function: identity.name,
      ...permission,
      allowed,
      status: allowed && secret ? 200 : 400,
    },
  ])
  if (error) throw new AwsError('AccessDeniedException', 400, error.message)
  if (!secret)
    throw new AwsError('ResourceNotFoundException', 400, "Secrets Manager can't find the specified secret.")
  return { ARN: secret.arn, Name: secret.name, SecretString: secret.value, VersionStages: ['AWSCURRENT'] }
}

/**
 * Plays the AWS Parameters and Secrets Lambda Extension, which functions ask on their own machine.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html
 */
export const startSecretsExtension = async (
  options: Options,
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    try {
      send(200, answerTo(request, options))
    } catch (error) {
      if (error instanceof AwsError) return send(error.status, { Code: error.code, Message: error.message })
      console.error('The local secrets extension failed', error)
      send(500, { Code: 'InternalError', Message: String(error) })
    }
  })
  return listen(server, options.port)
}
