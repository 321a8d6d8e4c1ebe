import { createClock, type Clock } from '../clock.ts'
import { createFaults } from '../faults.ts'
import type { CognitoStandIn, Faults, Identity, PolicyStatement } from '../types.ts'
import type { DynamoDbLocal } from './dynamodb.ts'
import { startAws, type AwsStandIn } from './server.ts'

export const region = 'eu-west-2'
export const accountId = '000000000000'

const unused = (): never => {
  throw new Error('This test has no such service')
}

const noCognito: CognitoStandIn = {
  addPool: unused,
  addClient: unused,
  addGroup: unused,
  handle: (action) => Promise.resolve({ status: 200, body: { action } }),
  jwks: (pool) => ({ keys: [{ kid: pool }] }),
  verifyToken: unused,
  reset: unused,
  snapshot: unused,
}

const noDynamoDb: DynamoDbLocal = {
  forward: unused,
  createTable: unused,
  sweep: unused,
  readStream: unused,
  settle: unused,
  items: unused,
  allItems: unused,
  reset: unused,
  close: unused,
}

export interface TestCloud {
  readonly aws: AwsStandIn
  readonly clock: Clock
  readonly faults: Faults
}

/** Starts an endpoint on a free port; without a DynamoDB, calls to it fail. */
export const startTestCloud = async (
  dynamodb: DynamoDbLocal = noDynamoDb,
  clock = createClock(),
): Promise<TestCloud> => {
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

let made = 0

/** Registers an identity whose role allows these actions on these resources. */
export const createRole = (
  aws: AwsStandIn,
  action: string | readonly string[],
  resource: string | readonly string[],
  more: readonly PolicyStatement[] = [],
): Identity => {
  made += 1
  const identity: Identity = {
    accessKeyId: `ASIATEST${made}`,
    secretAccessKey: `secret-${made}`,
    sessionToken: `token-${made}/with+signs==`,
    name: `function-${made}`,
    policies: [{ Effect: 'Allow', Action: action, Resource: resource }, ...more],
  }
  aws.register(identity)
  return identity
}

/** What every client of the SDK needs to call the endpoint as an identity at the clock's time. */
export const clientOptions = ({ aws, clock }: TestCloud, credentials: Identity) => ({
  endpoint: aws.url,
  region,
  credentials,
  maxAttempts: 1,
  systemClockOffset: clock.now().getTime() - Date.now(),
})
