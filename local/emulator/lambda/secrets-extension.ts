import type { IncomingMessage } from 'node:http'
import type { Clock } from '#local/kit/clock.ts'
import type { Identity } from '#local/emulator/protocol/identity.ts'
import { closeServer, listenOn } from '#local/kit/listen.ts'
import { AwsError } from '../protocol/aws-error.ts'
import type { CallLog } from '../protocol/call-log.ts'
import { accessDenied, isAllowed } from '../iam/policies.ts'

export interface Secret {
  readonly arn: string
  readonly name: string
  readonly value: string
}

/** Finds a secret by its ARN or name. A Map implements it. */
export interface SecretStore {
  get(arnOrName: string): Secret | undefined
}

interface Options {
  /** 0 selects any free port. */
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

const getSecret = (request: IncomingMessage, options: Options): object => {
  const token = request.headers['x-aws-parameters-secrets-token']
  const identity = [...options.identities.values()].find(({ sessionToken }) => sessionToken === token)
  if (!identity) throw unauthorized
  const url = new URL(request.url ?? '/', 'http://localhost')
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'secretId')
  if (request.method !== 'GET' || url.pathname !== '/secretsmanager/get' || unknown) {
    const requested = `${request.method} ${url.pathname}${url.search}`
    throw new AwsError('NotImplemented', 501, `The local secrets extension does not support ${requested}`)
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
 * Emulates the AWS Parameters and Secrets Lambda Extension, which functions call on their own machine.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html
 */
export const startSecretsExtension = async (
  options: Options,
): Promise<{ port: number; close(): Promise<void> }> => {
  const { server, port } = await listenOn(options.port, (request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    try {
      send(200, getSecret(request, options))
    } catch (error) {
      if (error instanceof AwsError) return send(error.status, { Code: error.code, Message: error.message })
      console.error('The local secrets extension failed', error)
      send(500, { Code: 'InternalError', Message: String(error) })
    }
  })
  return { port, close: () => closeServer(server) }
}
