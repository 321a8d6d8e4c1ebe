import * as z from 'zod'
import type { UserPoolClientDefinition } from './types.ts'
import { action, ignoredContext, textMap, type Action } from './action.ts'
import type { ChallengeResult } from './challenges.ts'
import { nextRound, respondToCustomChallenge } from './custom-flow.ts'
import { invalidParameter, notAuthorised, notFound, unsupported } from './errors.ts'
import {
  respondToPasswordVerifier,
  challengeForPassword,
  required,
  signInWithPassword,
} from './password-flow.ts'
import { findPrincipal, type Principal } from './principal.ts'
import { refresh } from './refresh-flow.ts'
import { triggerAttributes } from './triggers.ts'
import type { CognitoContext } from './context.ts'

/** The app client setting that enables each flow, and Cognito's error without it. */
const flows: Readonly<Record<string, { setting: string; message: string }>> = {
  USER_SRP_AUTH: { setting: 'ALLOW_USER_SRP_AUTH', message: 'USER_SRP_AUTH is not enabled for the client.' },
  USER_PASSWORD_AUTH: {
    setting: 'ALLOW_USER_PASSWORD_AUTH',
    message: 'USER_PASSWORD_AUTH flow not enabled for this client',
  },
  ADMIN_USER_PASSWORD_AUTH: {
    setting: 'ALLOW_ADMIN_USER_PASSWORD_AUTH',
    message: 'Auth flow not enabled for this client',
  },
  CUSTOM_AUTH: { setting: 'ALLOW_CUSTOM_AUTH', message: 'CUSTOM_AUTH is not enabled for the client.' },
  REFRESH_TOKEN_AUTH: {
    setting: 'ALLOW_REFRESH_TOKEN_AUTH',
    message: 'Auth flow not enabled for this client',
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
  // Flows with a plain password have one name in signed calls and another in unsigned calls.
  const misplaced = byAdmin ? flow === 'USER_PASSWORD_AUTH' : flow === 'ADMIN_USER_PASSWORD_AUTH'
  if (misplaced) throw invalidParameter('Initiate Auth method not supported.')
  if (!client.explicitAuthFlows.includes(rule.setting)) throw invalidParameter(rule.message)
  return flow
}

/**
 * The first result of a custom sign-in that starts with `CHALLENGE_NAME: SRP_A`. Cognito passes it to the define trigger
 * as passed, although no password has been checked by then.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-define-auth-challenge.html
 */
const srpStart: ChallengeResult = { challengeName: 'SRP_A', challengeResult: true, challengeMetadata: null }

const preAuthenticate = async (
  context: CognitoContext,
  { pool, client, user, userId }: Principal,
  validationData: Readonly<Record<string, string>> | undefined,
): Promise<void> => {
  await context.runTrigger({
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
  context: CognitoContext,
  { AuthFlow, ClientId, AuthParameters, ClientMetadata }: z.output<typeof Initiate>,
  byAdmin: boolean,
): Promise<object> => {
  const client = context.pools.client(ClientId)
  const flow = checkFlow(client, AuthFlow, byAdmin)
  if (flow === 'REFRESH_TOKEN_AUTH')
    return refresh(context, client, required(AuthParameters, 'REFRESH_TOKEN'), undefined)
  const firstChallenge = AuthParameters['CHALLENGE_NAME']
  if (firstChallenge && !(flow === 'CUSTOM_AUTH' && firstChallenge === srpStart.challengeName))
    throw unsupported(`the first challenge ${firstChallenge} of the flow ${AuthFlow}`)
  const principal = findPrincipal(context, client, required(AuthParameters, 'USERNAME'))
  await preAuthenticate(context, principal, ClientMetadata)
  if (flow === 'USER_SRP_AUTH') return challengeForPassword(context, principal, AuthParameters)
  if (flow === 'CUSTOM_AUTH')
    return nextRound(context, {
      ...principal,
      session: firstChallenge ? [srpStart] : [],
      clientMetadata: undefined,
    })
  return signInWithPassword(context, principal, AuthParameters)
}

const respond = async (context: CognitoContext, body: z.output<typeof Respond>): Promise<object> => {
  const { ClientId, ChallengeName, ChallengeResponses, Session, ClientMetadata } = body
  context.pools.client(ClientId)
  if (ChallengeName !== 'PASSWORD_VERIFIER' && ChallengeName !== 'CUSTOM_CHALLENGE')
    throw unsupported(`the challenge ${ChallengeName}`)
  const handle =
    ChallengeName === 'PASSWORD_VERIFIER'
      ? required(ChallengeResponses, 'PASSWORD_CLAIM_SECRET_BLOCK')
      : required({ ...(Session && { Session }) }, 'Session')
  const challenge = context.challenges.take(handle)
  if (challenge.clientId !== ClientId || challenge.name !== ChallengeName)
    throw notAuthorised('Invalid session for the user.')
  return challenge.name === 'PASSWORD_VERIFIER'
    ? respondToPasswordVerifier(context, challenge, ChallengeResponses, ClientMetadata)
    : respondToCustomChallenge(context, challenge, ChallengeResponses, ClientMetadata)
}

/** Returns the four actions that start a sign-in flow or respond to its challenges. */
export const authenticationActions = (context: CognitoContext): Readonly<Record<string, Action>> => {
  const checkPool = (poolId: string, clientId: string) => {
    context.pools.get(poolId)
    if (context.pools.client(clientId).userPoolId !== poolId)
      throw notFound(`User pool client ${clientId} does not exist.`)
  }
  return {
    InitiateAuth: action(Initiate, (body) => initiate(context, body, false)),
    RespondToAuthChallenge: action(Respond, (body) => respond(context, body)),
    AdminInitiateAuth: action(Initiate.extend(admin), (body) => {
      checkPool(body.UserPoolId, body.ClientId)
      return initiate(context, body, true)
    }),
    AdminRespondToAuthChallenge: action(Respond.extend(admin), (body) => {
      checkPool(body.UserPoolId, body.ClientId)
      return respond(context, body)
    }),
  }
}
