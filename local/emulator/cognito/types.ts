import type { UsersOfPools } from './user.ts'

/** Thrown if a trigger function has not responded before its timeout. */
export class TriggerTimeout extends Error {}

/**
 * Invokes a trigger function of a user pool with an event in Cognito's format.
 *
 * @throws TriggerTimeout, or the error of the function
 */
export type InvokeTrigger = (
  functionArn: string,
  event: object,
) => Promise<{ response: Record<string, unknown> }>

export interface UserPoolDefinition {
  readonly id: string
  readonly arn: string
  readonly name: string
  /** CloudFormation `LambdaConfig` with resolved ARNs. */
  readonly triggers: Readonly<Record<string, string>>
  readonly minPasswordLength: number
  readonly selfSignUp: boolean
}

export interface UserPoolClientDefinition {
  readonly id: string
  readonly userPoolId: string
  readonly explicitAuthFlows: readonly string[]
  readonly accessTokenSeconds: number
  readonly idTokenSeconds: number
  readonly refreshTokenSeconds: number
  /**
   * Time for which a refresh token stays valid after it has been exchanged, in seconds. Undefined without refresh token
   * rotation.
   */
  readonly rotationGraceSeconds: number | undefined
  readonly preventUserExistenceErrors: boolean
  readonly writeAttributes: readonly string[]
}

/** The claims of an access token whose signature, issuer and expiry have been verified. */
export type TokenClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

export interface CognitoEmulator {
  addPool(pool: UserPoolDefinition): void
  addClient(client: UserPoolClientDefinition): void
  addGroup(userPoolId: string, group: string): void
  /**
   * Handles one call of the JSON API, e.g. `AdminCreateUser`. The endpoint has already checked signed calls
   * against the caller's role.
   */
  handle(action: string, body: Record<string, unknown>): Promise<{ status: number; body: object }>
  /** Returns the pool's public keys, as served at `/<pool>/.well-known/jwks.json`. */
  jwks(userPoolId: string): object
  /** Verifies the signature, issuer and expiry of a token as an API Gateway JWT authorizer does. */
  verifyToken(userPoolId: string, token: string): Promise<TokenClaims>
  /** Deletes all users and sessions. Pools, clients, groups and signing keys stay. */
  reset(): void
  /** Returns a copy of the users. */
  users(): UsersOfPools
  /** Replaces the users, and ends all sessions. */
  restore(users: UsersOfPools): void
}
