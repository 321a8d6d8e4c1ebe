import type { Clock } from '#local/kit/clock.ts'
import { closeServer, listenOn } from '#local/kit/listen.ts'
import type { CallRecord } from '#local/kit/call-record.ts'
import type { CognitoEmulator } from '#local/emulator/cognito/types.ts'
import type { Faults } from '#local/kit/faults.ts'
import { newCredentials, type Identity } from '#local/emulator/protocol/identity.ts'
import type { Email } from '#local/emulator/ses/email.ts'
import { createCallLog } from '../protocol/call-log.ts'
import { createCognitoService } from '../cognito/service.ts'
import { createDispatcher } from './dispatch.ts'
import { createDynamoDbService } from '../dynamodb/service.ts'
import type { DynamoDbLocal } from '../dynamodb/dynamodb.ts'
import { createS3Service, type BucketStore } from '../s3/service.ts'
import { startSecretsExtension, type SecretStore } from '../lambda/secrets-extension.ts'
import { createSesService } from '../ses/service.ts'

export interface AwsOptions {
  readonly port: number
  readonly clock: Clock
  readonly faults: Faults
  readonly region: string
  readonly accountId: string
  /** Origin of the site, the only one that may call Cognito from a browser. */
  readonly siteOrigin: () => string
  readonly cognito: CognitoEmulator
  readonly secrets: SecretStore
  /** Port of the secrets extension. Default: any free port. */
  readonly secretsPort?: number
  readonly dynamodb: DynamoDbLocal
  /** Addresses and domains that may send email. */
  readonly verifiedIdentities: readonly string[]
}

export interface AwsEmulator {
  /** `http://localhost:<port>`, for AWS_ENDPOINT_URL. */
  readonly url: string
  /** For PARAMETERS_SECRETS_EXTENSION_HTTP_PORT. */
  readonly secretsPort: number
  /** Registers an identity by its access key. Replaces an earlier one with the same key. */
  register(identity: Identity): void
  /** The identity of the operator, who has all permissions. */
  readonly operator: Identity
  readonly s3: BucketStore
  verifySender(identity: string): void
  emails(): readonly Email[]
  /** Adds emails to those that were sent. */
  addEmails(emails: readonly Email[]): void
  clearEmails(): void
  calls(): readonly CallRecord[]
  clearCalls(): void
  /** Deletes objects and emails. Keeps buckets, identities and the call log. */
  reset(): void
  close(): Promise<void>
}

const createOperator = (): Identity => ({
  ...newCredentials(),
  name: 'operator',
  policies: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
})

/** Starts the AWS endpoint and the secrets extension on the loopback address. */
export const startAws = async (options: AwsOptions): Promise<AwsEmulator> => {
  const operator = createOperator()
  const identities = new Map([[operator.accessKeyId, operator]])
  const log = createCallLog()
  const ses = createSesService(options)
  const s3 = createS3Service({ ...options, identities })
  const services = [createDynamoDbService(options), createCognitoService(options), ses, s3.service]
  const dispatch = createDispatcher({ ...options, identities, log, services, preflight: s3.preflight })
  const endpoint = await listenOn(options.port, (request, response) => {
    dispatch(request, response).catch((error: unknown) => {
      console.error('The local AWS endpoint failed', error)
      response.destroy()
    })
  })
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
    emails: () => [...ses.emails],
    addEmails: (emails) => void ses.emails.push(...emails),
    clearEmails: () => void ses.emails.splice(0),
    calls: log.list,
    clearCalls: log.clear,
    reset: () => {
      s3.store.clear()
      ses.emails.splice(0)
    },
    close: async () => {
      await Promise.all([closeServer(endpoint.server), extension.close()])
      s3.store.close()
    },
  }
}
