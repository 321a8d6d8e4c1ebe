import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { UserPoolClientDefinition } from '../../types.ts'
import { CognitoError } from './errors.ts'
import type { Pool, User } from './pools.ts'
import type { SignIn } from './sign-ins.ts'
import { triggerAttributes } from './triggers.ts'
import type { World } from './world.ts'

type Metadata = Readonly<Record<string, string>> | undefined

interface Recipient {
  readonly pool: Pool
  readonly client: UserPoolClientDefinition
  readonly user: User
  readonly clientMetadata: Metadata
}

/** What version 1 of the pre token generation trigger may change. */
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

const askTrigger = async (
  world: World,
  occasion: 'Authentication' | 'RefreshTokens',
  { pool, client, user, clientMetadata }: Recipient,
): Promise<z.output<typeof Overrides>> => {
  const groups = { groupsToOverride: [...user.groups], iamRolesToOverride: [], preferredRole: null }
  const response = await world.runTrigger({
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

/** Attributes are text in the API; in ID tokens the two verified flags are booleans. */
const attributeClaims = (attributes: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      name.endsWith('_verified') ? value === 'true' : value,
    ]),
  )

const commonClaims = (world: World, signIn: SignIn, groups: readonly string[], lifetimeSeconds: number) => {
  const nowSeconds = Math.floor(world.clock.now().getTime() / 1000)
  return {
    sub: signIn.userId,
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    iss: world.tokens.issuer(signIn.poolId),
    origin_jti: signIn.originJti,
    event_id: signIn.eventId,
    auth_time: signIn.signedInAtSeconds,
    exp: nowSeconds + lifetimeSeconds,
    iat: nowSeconds,
    jti: randomUUID(),
  }
}

const signTokens = (
  world: World,
  { client, user }: Recipient,
  signIn: SignIn,
  overrides: z.output<typeof Overrides>,
) => {
  const groups = overrides.groupOverrideDetails?.groupsToOverride ?? [...user.groups]
  const suppressed = new Set(overrides.claimsToSuppress ?? [])
  const idClaims = {
    ...attributeClaims(user.attributes),
    ...commonClaims(world, signIn, groups, client.idTokenSeconds),
    'cognito:username': user.id,
    aud: client.id,
    token_use: 'id',
    ...overrides.claimsToAddOrOverride,
  }
  const accessClaims = {
    ...commonClaims(world, signIn, groups, client.accessTokenSeconds),
    client_id: client.id,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: user.id,
  }
  return {
    AccessToken: world.tokens.sign(accessClaims),
    IdToken: world.tokens.sign(
      Object.fromEntries(Object.entries(idClaims).filter(([name]) => !suppressed.has(name))),
    ),
    ExpiresIn: client.accessTokenSeconds,
    TokenType: 'Bearer',
  }
}

/** The last step of every sign-in: the post authentication and pre token generation triggers, then tokens. */
export const completeSignIn = async (world: World, recipient: Recipient): Promise<object> => {
  const { pool, client, user, clientMetadata } = recipient
  await world.runTrigger({
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
  const overrides = await askTrigger(world, 'Authentication', recipient)
  const { signIn, refreshToken } = world.signIns.open({
    poolId: pool.definition.id,
    clientId: client.id,
    userId: user.id,
    refreshSeconds: client.refreshTokenSeconds,
  })
  const tokens = signTokens(world, recipient, signIn, overrides)
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } }
}

/** New access and ID tokens of an earlier sign-in; the refresh token stays as it is. */
export const renewTokens = async (world: World, recipient: Recipient, signIn: SignIn): Promise<object> => {
  const overrides = await askTrigger(world, 'RefreshTokens', recipient)
  const tokens = signTokens(world, recipient, signIn, overrides)
  return { ChallengeParameters: {}, AuthenticationResult: tokens }
}
