import { invalidParameter } from './errors.ts'
import type { PasswordVerifierChallenge } from './challenges.ts'
import { completeSignIn } from './issue-tokens.ts'
import { attemptPassword, mayHaveTokens, sameName, type Principal } from './principal.ts'
import { openExchange, passwordMatches, signatureMatches } from './srp.ts'
import type { World } from './world.ts'

type Parameters = Readonly<Record<string, string>>

/** Reads a parameter that a flow or challenge cannot do without. */
export const required = (parameters: Parameters, name: string): string => {
  const value = parameters[name]
  if (!value) throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

/** `USER_PASSWORD_AUTH` and `ADMIN_USER_PASSWORD_AUTH`: the password itself is sent. */
export const signInWithPassword = async (world: World, principal: Principal, parameters: Parameters) => {
  const { pool, client, userId, credential } = principal
  const password = required(parameters, 'PASSWORD')
  attemptPassword(
    world,
    userId,
    () => passwordMatches(credential, pool.definition.id, userId, password) && principal.user !== undefined,
  )
  const user = mayHaveTokens(principal.user, 'password')
  // Metadata of InitiateAuth reaches the pre authentication trigger only.
  return completeSignIn(world, { pool, client, user, clientMetadata: undefined })
}

/** First half of `USER_SRP_AUTH`. */
export const challengeForPassword = (world: World, principal: Principal, parameters: Parameters): object => {
  const { pool, client, userId, credential, typedName } = principal
  const exchange = openExchange(credential, required(parameters, 'SRP_A'))
  if (!exchange) throw invalidParameter('SRP_A is not a valid public value')
  const secretBlock = world.challenges.open({
    name: 'PASSWORD_VERIFIER',
    poolId: pool.definition.id,
    clientId: client.id,
    userId,
    typedName,
    exchange,
  })
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USERNAME: userId,
      USER_ID_FOR_SRP: userId,
      SALT: credential.salt.toString(16),
      SRP_B: exchange.publicHex,
      SECRET_BLOCK: secretBlock,
    },
  }
}

const timestampFormat =
  /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [1-9]\d? \d\d:\d\d:\d\d UTC \d{4}$/

/**
 * Second half of `USER_SRP_AUTH`. Cognito also refuses old timestamps; browsers do not follow the movable
 * clock, so only the form is checked here. Replays fail because a secret block works once.
 */
export const answerPasswordVerifier = async (
  world: World,
  challenge: PasswordVerifierChallenge,
  responses: Parameters,
  clientMetadata: Parameters | undefined,
): Promise<object> => {
  const pool = world.pools.get(challenge.poolId)
  const { userId, exchange } = challenge
  const timestamp = required(responses, 'TIMESTAMP')
  const signature = required(responses, 'PASSWORD_CLAIM_SIGNATURE')
  const secretBlock = required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK')
  if (!timestampFormat.test(timestamp))
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.')
  const user = pool.users.get(userId)
  const claim = { poolId: challenge.poolId, userId, secretBlock, timestamp, signature }
  attemptPassword(
    world,
    userId,
    () =>
      sameName(pool, responses['USERNAME'], challenge) &&
      signatureMatches(exchange.sharedKey, claim) &&
      user !== undefined,
  )
  const client = world.pools.client(challenge.clientId)
  return completeSignIn(world, { pool, client, user: mayHaveTokens(user, 'password'), clientMetadata })
}
