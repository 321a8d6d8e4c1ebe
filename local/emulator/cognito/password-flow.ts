import { invalidParameter } from './errors.ts'
import type { PasswordVerifierChallenge } from './challenges.ts'
import { completeSignIn } from './issue-tokens.ts'
import { attemptPassword, requireTokenEligible, isChallengedUser, type Principal } from './principal.ts'
import { openExchange, passwordMatches, signatureMatches } from './srp.ts'
import type { CognitoContext } from './context.ts'

type Parameters = Readonly<Record<string, string>>

/** Reads a mandatory parameter of a flow or challenge. */
export const required = (parameters: Parameters, name: string): string => {
  const value = parameters[name]
  if (!value) throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

/** Handles `USER_PASSWORD_AUTH` and `ADMIN_USER_PASSWORD_AUTH`, which send the password itself. */
export const signInWithPassword = async (
  context: CognitoContext,
  principal: Principal,
  parameters: Parameters,
) => {
  const { pool, client, userId, credential } = principal
  const password = required(parameters, 'PASSWORD')
  attemptPassword(
    context,
    userId,
    () => passwordMatches(credential, pool.definition.id, userId, password) && principal.user !== undefined,
  )
  const user = requireTokenEligible(principal.user, 'password')
  // Cognito passes the metadata of InitiateAuth only to the pre authentication trigger.
  return completeSignIn(context, { pool, client, user, clientMetadata: undefined })
}

/** Handles the first half of `USER_SRP_AUTH`. */
export const challengeForPassword = (
  context: CognitoContext,
  principal: Principal,
  parameters: Parameters,
): object => {
  const { pool, client, userId, credential, submittedName } = principal
  const exchange = openExchange(credential, required(parameters, 'SRP_A'))
  if (!exchange) throw invalidParameter('SRP_A is not a valid public value')
  const secretBlock = context.challenges.open({
    name: 'PASSWORD_VERIFIER',
    poolId: pool.definition.id,
    clientId: client.id,
    userId,
    submittedName,
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
 * Handles the second half of `USER_SRP_AUTH`. Cognito also rejects old timestamps. Test clients do not follow the
 * movable clock, so only the format is checked here. Replays fail because a secret block works once.
 */
export const respondToPasswordVerifier = async (
  context: CognitoContext,
  challenge: PasswordVerifierChallenge,
  responses: Parameters,
  clientMetadata: Parameters | undefined,
): Promise<object> => {
  const pool = context.pools.get(challenge.poolId)
  const { userId, exchange } = challenge
  const timestamp = required(responses, 'TIMESTAMP')
  const signature = required(responses, 'PASSWORD_CLAIM_SIGNATURE')
  const secretBlock = required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK')
  if (!timestampFormat.test(timestamp))
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.')
  const user = pool.users.get(userId)
  const claim = { poolId: challenge.poolId, userId, secretBlock, timestamp, signature }
  attemptPassword(
    context,
    userId,
    () =>
      isChallengedUser(pool, responses['USERNAME'], challenge) &&
      signatureMatches(exchange.sharedKey, claim) &&
      user !== undefined,
  )
  const client = context.pools.client(challenge.clientId)
  return completeSignIn(context, {
    pool,
    client,
    user: requireTokenEligible(user, 'password'),
    clientMetadata,
  })
}
