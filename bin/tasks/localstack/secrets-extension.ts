import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager'

export interface SecretsExtension {
  readonly port: number
  stop(): void
}

/**
 * Stands in for AWS's secrets extension, a layer that no emulator has: reads secrets from the emulator for the
 * functions, which run on this machine.
 */
export const startSecretsExtension = async (
  settings: SecretsManagerClientConfig,
): Promise<SecretsExtension> => {
  const client = new SecretsManagerClient(settings)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const SecretId = searchParams.get('secretId')
    if (pathname !== '/secretsmanager/get' || SecretId === null) return void response.writeHead(400).end()
    client.send(new GetSecretValueCommand({ SecretId })).then(
      ({ SecretString, VersionId }) => response.end(JSON.stringify({ SecretString, VersionId })),
      (error: unknown) => {
        console.error(`The secret ${SecretId} could not be read:`, error)
        response.writeHead(400).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, 'localhost', resolve)
  })
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { port, stop: () => void server.close() }
}
