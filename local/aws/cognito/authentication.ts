import * as z from 'zod'
import type { UserPoolClientDefinition } from '../../types.ts'
import { action, ignoredContext, textMap, type Action } from './action.ts'
import { nextRound, answerCustomChallenge } from './custom-flow.ts'
import { invalidParameter, notAuthorised, notFound, unsupported } from './errors.ts'
import {
  answerPasswordVerifier,
  challengeForPassword,
  required,
  signInWithPassword,
} from './password-flow.ts'
import { findPrincipal, type Principal } from './principal.ts'
import { refresh } from './refresh-flow.ts'
import { triggerAttributes } from './triggers.ts'
import type { World } from './world.ts'

/** The setting of an app client that lets each flow through, and what Cognito says without it. */
const flows: Readonly<Record<string, { setting: string; refusal: string }>> = {
  USER_SRP_AUTH: { setting: 'ALLOW_USER_SRP_AUTH', refusal: 'USER_SRP_AUTH is not enabled for the client.' },
  USER_PASSWORD_AUTH: {
    setting: 'ALLOW_USER_PASSWORD_AUTH',
    refusal: 'USER_PASSWORD_AUTH flow not enabled for this client',
  },
  ADMIN_USER_PASSWORD_AUTH: {
    setting: 'ALLOW_ADMIN_USER_PASSWORD_AUTH',
    refusal: 'Auth flow not enabled for this client',
  },
  CUSTOM_AUTH: { setting: 'ALLOW_CUSTOM_AUTH', refusal: 'CUSTOM_AUTH is not enabled for the client.' },
  REFRESH_TOKEN_AUTH: {
    setting: 'ALLOW_REFRESH_TOKEN_AUTH',
    refusal: 'Auth flow not enabled for this client',
  },
}

const Initiate = z.strictObject({
  AuthFlow: z.string(),
  ClientId: z.string(),
  AuthParameters: textMap.default({}),
  ClientMetadata: textMap.optional(),
  ...ignoredContext,
})
const Respond = z.strictObject({
  ClientId: z.string(),
  ChallengeName: z.string(),
  ChallengeResponses: textMap.default({}),
  Session: z.string().optional(),
  ClientMetadata: textMap.optional(),
  ...ignoredContext,
})
const admin = { UserPoolId: z.string() }

const checkFlow = (client: UserPoolClientDefinition, name: string, byAdmin: boolean): string => {
  const flow = name === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : name
  const rule = flows[flow]
  if (!rule) throw unsupported(`the authentication flow ${name}`)
  // Sending the password itself goes by one name in signed calls and by another in unsigned ones.
  const misplaced = byAdmin ? flow === 'USER_PASSWORD_AUTH' : flow === 'ADMIN_USER_PASSWORD_AUTH'
  if (misplaced) throw invalidParameter('Initiate Auth method not supported.')
  if (!client.explicitAuthFlows.includes(rule.setting)) throw invalidParameter(rule.refusal)
  return flow
}

const preAuthenticate = async (
  world: World,
  { pool, client, user, userId }: Principal,
  validationData: Readonly<Record<string, string>> | undefined,
): Promise<void> => {
  await world.runTrigger({
    name: 'PreAuthentication',
    occasion: 'Authentication',
    pool,
    clientId: client.id,
    userId,
    request: {
      userAttributes: triggerAttributes(user),
      validationData: validationData ?? null,
      userNotFound: user === undefined,
    },
    response: {},
  })
}

const initiate = async (
  world: World,
  { AuthFlow, ClientId, AuthParameters, ClientMetadata }: z.output<typeof Initiate>,
  byAdmin: boolean,
): Promise<object> => {
  const client = world.pools.client(ClientId)
  const flow = checkFlow(client, AuthFlow, byAdmin)
  if (flow === 'REFRESH_TOKEN_AUTH')
    return refresh(world, client, required(AuthParameters, 'REFRESH_TOKEN'), undefined)
  if (AuthParameters['CHALLENGE_NAME']) throw unsupported(`CHALLENGE_NAME of the flow ${AuthFlow}`)
  const principal = findPrincipal(world, client, required(AuthParameters, 'USERNAME'))
  await preAuthenticate(world, principal, ClientMetadata)
  if (flow === 'USER_SRP_AUTH') return challengeForPassword(world, principal, AuthParameters)
  if (flow === 'CUSTOM_AUTH')
    return nextRound(world, { ...principal, session: [], clientMetadata: undefined })
  return signInWithPassword(world, principal, AuthParameters)
}

const respond = async (world: World, body: z.output<typeof Respond>): Promise<object> => {
  const { ClientId, ChallengeName, ChallengeResponses, Session, ClientMetadata } = body
  world.pools.client(ClientId)
  if (ChallengeName !== 'PASSWORD_VERIFIER' && ChallengeName !== 'CUSTOM_CHALLENGE')
    throw unsupported(`the challenge ${ChallengeName}`)
  const handle =
    ChallengeName === 'PASSWORD_VERIFIER'
      ? required(ChallengeResponses, 'PASSWORD_CLAIM_SECRET_BLOCK')
      : required({ ...(Session && { Session }) }, 'Session')
  const challenge = world.challenges.take(handle)
  if (challenge.clientId !== ClientId || challenge.name !== ChallengeName)
    throw notAuthorised('Invalid session for the user.')
  return challenge.name === 'PASSWORD_VERIFIER'
    ? answerPasswordVerifier(world, challenge, ChallengeResponses, ClientMetadata)
    : answerCustomChallenge(world, challenge, ChallengeResponses, ClientMetadata)
}

/** Signing in: the four calls that start a flow or answer its challenges. */
export const authenticationActions = (world: World): Readonly<Record<string, Action>> => {
  const checkPool = (poolId: string, clientId: string) => {
    world.pools.get(poolId)
    if (world.pools.client(clientId).userPoolId !== poolId)
      throw notFound(`User pool client ${clientId} does not exist.`)
  }
  return {
    InitiateAuth: action(Initiate, (body) => initiate(world, body, false)),
    RespondToAuthChallenge: action(Respond, (body) => respond(world, body)),
    AdminInitiateAuth: action(Initiate.extend(admin), (body) => {
      checkPool(body.UserPoolId, body.ClientId)
      return initiate(world, body, true)
    }),
    AdminRespondToAuthChallenge: action(Respond.extend(admin), (body) => {
      checkPool(body.UserPoolId, body.ClientId)
      return respond(world, body)
    }),
  }
}
