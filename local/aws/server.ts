import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { CallRecord, CognitoStandIn, Faults, Identity, Mail } from '../types.ts'
import { createCallLog } from './call-log.ts'
import { createCognitoService } from './cognito-service.ts'
import { createDispatcher } from './dispatch.ts'
import { createDynamoDbService } from './dynamodb-service.ts'
import type { DynamoDbLocal } from './dynamodb.ts'
import { listen } from './listen.ts'
import { createS3Service, type BucketStore } from './s3/service.ts'
import { startSecretsExtension, type SecretStore } from './secrets-extension.ts'
import { createSesService } from './ses-service.ts'

export interface AwsOptions {
  readonly port: number
  readonly clock: Clock
  readonly faults: Faults
  readonly region: string
  readonly accountId: string
  /** Origin of the site, which alone may call Cognito from a browser. */
  readonly siteOrigin: () => string
  readonly cognito: CognitoStandIn
  readonly secrets: SecretStore
  /** Port of the secrets extension; without it, any free one. */
  readonly secretsPort?: number
  readonly dynamodb: DynamoDbLocal
  /** Addresses and domains that may send mail. */
  readonly verifiedIdentities: readonly string[]
}

export interface AwsStandIn {
  /** `http://localhost:<port>`, for AWS_ENDPOINT_URL. */
  readonly url: string
  /** For PARAMETERS_SECRETS_EXTENSION_HTTP_PORT. */
  readonly secretsPort: number
  /** Makes an identity known by its access key, in the place of an earlier one with the same key. */
  register(identity: Identity): void
  /** May do everything. */
  readonly operator: Identity
  readonly s3: BucketStore
  verifySender(identity: string): void
  mails(): readonly Mail[]
  clearMails(): void
  calls(): readonly CallRecord[]
  clearCalls(): void
  /** Forgets objects and mails; buckets, identities and the record of calls stay. */
  reset(): void
  close(): Promise<void>
}

const createOperator = (): Identity => ({
  accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
  sessionToken: randomBytes(60).toString('base64'),
  name: 'operator',
  policies: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
})

/** Starts the AWS endpoint of the local cloud, on this machine only, and the secrets extension beside it. */
export const startAws = async (options: AwsOptions): Promise<AwsStandIn> => {
  const operator = createOperator()
  const identities = new Map([[operator.accessKeyId, operator]])
  const log = createCallLog()
  const ses = createSesService(options)
  const s3 = createS3Service({ ...options, identities })
  const services = [createDynamoDbService(options), createCognitoService(options), ses, s3.service]
  const dispatch = createDispatcher({ ...options, identities, log, services, preflight: s3.preflight })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    dispatch(request, response).catch((error: unknown) => {
      console.error('The local AWS endpoint failed', error)
      response.destroy()
    })
  })
  const endpoint = await listen(server, options.port)
  const extension = await startSecretsExtension({
    ...options,
    port: options.secretsPort ?? 0,
    identities,
    log,
  })
  return {
    url: `http://localhost:${endpoint.port}`,
    secretsPort: extension.port,
    register: (identity) => void identities.set(identity.accessKeyId, identity),
    operator,
    s3: s3.store,
    verifySender: ses.verify,
    mails: () => [...ses.mails],
    clearMails: () => void ses.mails.splice(0),
    calls: log.list,
    clearCalls: log.clear,
    reset: () => {
      s3.store.clear()
      ses.mails.splice(0)
    },
    close: async () => {
      await Promise.all([endpoint.close(), extension.close()])
      s3.store.close()
    },
  }
}
