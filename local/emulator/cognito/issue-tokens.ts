import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { UserPoolClientDefinition } from './types.ts'
import { CognitoError } from './errors.ts'
import type { Pool } from './pools.ts'
import type { User } from './user.ts'
import type { RefreshToken, SignIn } from './sign-ins.ts'
import { triggerAttributes } from './triggers.ts'
import type { CognitoContext } from './context.ts'

type Metadata = Readonly<Record<string, string>> | undefined

interface Recipient {
  readonly pool: Pool
  readonly client: UserPoolClientDefinition
  readonly user: User
  readonly clientMetadata: Metadata
}

/** The changes that version 1 of the pre token generation trigger may make. */
const Overrides = z.strictObject({
  claimsToAddOrOverride: z.record(z.string(), z.string()).nullish(),
  claimsToSuppress: z.array(z.string()).nullish(),
  groupOverrideDetails: z
    .strictObject({
      groupsToOverride: z.array(z.string()).nullish(),
      iamRolesToOverride: z.array(z.never()).nullish(),
      preferredRole: z.null().optional(),
    })
    .nullish(),
})

const callPreTokenGeneration = async (
  context: CognitoContext,
  occasion: 'Authentication' | 'RefreshTokens',
  { pool, client, user, clientMetadata }: Recipient,
): Promise<z.output<typeof Overrides>> => {
  const groups = { groupsToOverride: [...user.groups], iamRolesToOverride: [], preferredRole: null }
  const response = await context.runTrigger({
    name: 'PreTokenGeneration',
    occasion,
    pool,
    clientId: client.id,
    userId: user.id,
    request: {
      userAttributes: triggerAttributes(user),
      groupConfiguration: groups,
      ...(clientMetadata && { clientMetadata }),
    },
    response: { claimsOverrideDetails: null },
  })
  const parsed = Overrides.nullish().safeParse(response?.['claimsOverrideDetails'])
  if (!parsed.success)
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output')
  return parsed.data ?? {}
}

/**
 * Converts attributes to claims. Attributes are text in the API, but the two verified flags are booleans in
 * ID tokens.
 */
const attributeClaims = (attributes: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      name.endsWith('_verified') ? value === 'true' : value,
    ]),
  )

const commonClaims = (
  context: CognitoContext,
  signIn: SignIn,
  groups: readonly string[],
  lifetimeSeconds: number,
) => {
  const nowSeconds = Math.floor(context.clock.now().getTime() / 1000)
  return {
    sub: signIn.userId,
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    iss: context.tokens.issuer(signIn.poolId),
    origin_jti: signIn.originJti,
    event_id: signIn.eventId,
    auth_time: signIn.signedInAtSeconds,
    exp: nowSeconds + lifetimeSeconds,
    iat: nowSeconds,
    jti: randomUUID(),
  }
}

const signTokens = (
  context: CognitoContext,
  { client, user }: Recipient,
  signIn: SignIn,
  overrides: z.output<typeof Overrides>,
) => {
  const groups = overrides.groupOverrideDetails?.groupsToOverride ?? [...user.groups]
  const suppressed = new Set(overrides.claimsToSuppress ?? [])
  const idClaims = {
    ...attributeClaims(user.attributes),
    ...commonClaims(context, signIn, groups, client.idTokenSeconds),
    'cognito:username': user.id,
    aud: client.id,
    token_use: 'id',
    ...overrides.claimsToAddOrOverride,
  }
  const accessClaims = {
    ...commonClaims(context, signIn, groups, client.accessTokenSeconds),
    client_id: client.id,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: user.id,
  }
  return {
    AccessToken: context.tokens.sign(accessClaims),
    IdToken: context.tokens.sign(
      Object.fromEntries(Object.entries(idClaims).filter(([name]) => !suppressed.has(name))),
    ),
    ExpiresIn: client.accessTokenSeconds,
    TokenType: 'Bearer',
  }
}

/** Completes a sign-in: runs the post authentication and pre token generation triggers, then issues tokens. */
export const completeSignIn = async (context: CognitoContext, recipient: Recipient): Promise<object> => {
  const { pool, client, user, clientMetadata } = recipient
  await context.runTrigger({
    name: 'PostAuthentication',
    occasion: 'Authentication',
    pool,
    clientId: client.id,
    userId: user.id,
    request: {
      userAttributes: triggerAttributes(user),
      newDeviceUsed: false,
      ...(clientMetadata && { clientMetadata }),
    },
    response: {},
  })
  const overrides = await callPreTokenGeneration(context, 'Authentication', recipient)
  const { signIn, refreshToken } = context.signIns.open({
    poolId: pool.definition.id,
    clientId: client.id,
    userId: user.id,
    refreshSeconds: client.refreshTokenSeconds,
  })
  const tokens = signTokens(context, recipient, signIn, overrides)
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } }
}

/** Issues new access and ID tokens for a sign-in, and a new refresh token if the client rotates them. */
export const renewTokens = async (
  context: CognitoContext,
  recipient: Recipient,
  refreshToken: RefreshToken,
): Promise<object> => {
  const overrides = await callPreTokenGeneration(context, 'RefreshTokens', recipient)
  const tokens = signTokens(context, recipient, refreshToken.signIn, overrides)
  const rotates = recipient.client.rotationGraceSeconds !== undefined
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      ...tokens,
      ...(rotates && { RefreshToken: context.signIns.rotate(refreshToken) }),
    },
  }
}
