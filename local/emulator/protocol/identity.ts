import { randomBytes } from 'node:crypto'
import { AwsError } from './aws-error.ts'

/** The caller of an AWS API: the role of one function, or the operator, who may call everything. */
export interface Identity {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  /** The logical name of the function, or `operator`. */
  readonly name: string
  readonly policies: readonly PolicyStatement[]
}

/** One statement of a role's policy, with every CloudFormation intrinsic resolved to text. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: string | readonly string[]
  readonly Resource: string | readonly string[]
  readonly Condition?: unknown
}

/** A permission that a call requires. */
export interface Permission {
  /** Prefix of the IAM action: `dynamodb`, `s3`, `ses`, `cognito-idp`, `secretsmanager`. */
  readonly service: string
  readonly action: string
  readonly resource: string
  /** Condition keys of the call, e.g. `ses:FromAddress`. */
  readonly context?: Readonly<Record<string, readonly string[]>>
}

/** Creates random temporary credentials. `ASIA` marks the access key of temporary credentials. */
export const newCredentials = (): Pick<Identity, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> => ({
  accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
  sessionToken: randomBytes(60).toString('base64'),
})

/** Identities by their access key. */
export type Identities = ReadonlyMap<string, Identity>

/** Returns the identity with this key and session token. Throws if no identity has them. */
export const loadIdentity = (identities: Identities, accessKeyId: string, sessionToken: string): Identity => {
  const identity = identities.get(accessKeyId)
  if (!identity) {
    throw new AwsError('InvalidClientTokenId', 403, 'The security token included in the request is invalid.')
  }
  if (identity.sessionToken !== sessionToken) {
    throw new AwsError('InvalidToken', 403, 'The provided token is malformed or otherwise invalid.')
  }
  return identity
}
