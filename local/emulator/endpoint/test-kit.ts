import { createClock, type Clock } from '#local/kit/clock.ts'
import { createFaults } from '#local/kit/faults.ts'
import type { CognitoEmulator } from '#local/emulator/cognito/types.ts'
import type { Faults } from '#local/kit/faults.ts'
import type { Identity, PolicyStatement } from '#local/emulator/protocol/identity.ts'
import type { DynamoDbLocal } from '../dynamodb/dynamodb.ts'
import { startAws, type AwsEmulator } from './server.ts'

export const region = 'eu-west-2'
export const accountId = '000000000000'

const unused = (): never => {
  throw new Error('This test has no such service')
}

const noCognito: CognitoEmulator = {
  addPool: unused,
  addClient: unused,
  addGroup: unused,
  handle: (action) => Promise.resolve({ status: 200, body: { action } }),
  jwks: (pool) => ({ keys: [{ kid: pool }] }),
  verifyToken: unused,
  reset: unused,
  users: () => new Map(),
  restore: () => undefined,
}

const noDynamoDb: DynamoDbLocal = {
  forward: unused,
  createTable: unused,
  sweep: unused,
  readStream: unused,
  waitForStreams: unused,
  items: unused,
  allItems: unused,
  restoreTable: unused,
  restorableTimes: unused,
  reset: unused,
  close: unused,
}

export interface TestEndpoint {
  readonly aws: AwsEmulator
  readonly clock: Clock
  readonly faults: Faults
}

/** Starts an endpoint on a free port. Without a DynamoDB, calls to it fail. */
export const startTestEndpoint = async (
  dynamodb: DynamoDbLocal = noDynamoDb,
  clock = createClock(),
): Promise<TestEndpoint> => {
  const faults = createFaults()
  const secret = {
    arn: `arn:aws:secretsmanager:${region}:${accountId}:secret:payments-AbCdEf`,
    name: 'payments',
    value: 'sk_local',
  }
  const aws = await startAws({
    port: 0,
    clock,
    faults,
    region,
    accountId,
    siteOrigin: () => 'http://localhost:3000',
    cognito: noCognito,
    secrets: new Map([
      [secret.arn, secret],
      [secret.name, secret],
    ]),
    dynamodb,
    verifiedIdentities: ['site.example'],
  })
  return { aws, clock, faults }
}

let roleCount = 0

/** Registers an identity with a role that allows these actions on these resources. */
export const createRole = (
  aws: AwsEmulator,
  action: string | readonly string[],
  resource: string | readonly string[],
  more: readonly PolicyStatement[] = [],
): Identity => {
  roleCount += 1
  const identity: Identity = {
    accessKeyId: `ASIATEST${roleCount}`,
    secretAccessKey: `secret-${roleCount}`,
    sessionToken: `token-${roleCount}/with+signs==`,
    name: `function-${roleCount}`,
    policies: [{ Effect: 'Allow', Action: action, Resource: resource }, ...more],
  }
  aws.register(identity)
  return identity
}

/** Returns SDK client options for calls to the endpoint as an identity, at the clock's time. */
export const clientOptions = ({ aws, clock }: TestEndpoint, credentials: Identity) => ({
  endpoint: aws.url,
  region,
  credentials,
  maxAttempts: 1,
  systemClockOffset: clock.now().getTime() - Date.now(),
})
