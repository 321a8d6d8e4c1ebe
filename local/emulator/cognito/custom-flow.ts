import * as z from 'zod'
import type { ChallengeResult, CustomChallenge } from './challenges.ts'
import { CognitoError, invalidParameter, notAuthorised, unsupported, wrongPassword } from './errors.ts'
import { completeSignIn } from './issue-tokens.ts'
import { required } from './password-flow.ts'
import { requireTokenEligible, isChallengedUser } from './principal.ts'
import type { UserPoolClientDefinition } from './types.ts'
import type { Pool } from './pools.ts'
import type { User } from './user.ts'
import type { TriggerName } from './trigger-names.ts'
import { triggerAttributes } from './triggers.ts'
import type { CognitoContext } from './context.ts'

type Parameters = Readonly<Record<string, string>>

/** One round of a custom authentication. */
interface Round {
  readonly pool: Pool
  readonly client: UserPoolClientDefinition
  readonly user: User | undefined
  readonly userId: string
  readonly submittedName: string
  readonly session: readonly ChallengeResult[]
  readonly clientMetadata: Parameters | undefined
}

const text = z.record(z.string(), z.string()).nullish()
const Decision = z.object({
  challengeName: z.string().nullish(),
  issueTokens: z.boolean().nullish(),
  failAuthentication: z.boolean().nullish(),
})
const Creation = z.object({
  publicChallengeParameters: text,
  privateChallengeParameters: text,
  challengeMetadata: z.string().nullish(),
})
const Verification = z.object({ answerCorrect: z.boolean() })

const unrecognizableOutput = () =>
  new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output')

const callTrigger = async <Schema extends z.ZodType>(
  context: CognitoContext,
  round: Round,
  trigger: { name: TriggerName; request: object; response: object; responseSchema: Schema },
): Promise<z.output<Schema>> => {
  const { pool, client, user, userId, clientMetadata } = round
  const response = await context.runTrigger({
    name: trigger.name,
    occasion: 'Authentication',
    pool,
    clientId: client.id,
    userId,
    request: {
      userAttributes: triggerAttributes(user),
      ...trigger.request,
      ...(clientMetadata && { clientMetadata }),
      userNotFound: user === undefined,
    },
    response: trigger.response,
  })
  if (!response) throw invalidParameter('Custom auth lambda trigger is not configured for the user pool.')
  const parsed = trigger.responseSchema.safeParse(response)
  if (!parsed.success) throw unrecognizableOutput()
  return parsed.data
}

const presentChallenge = async (
  context: CognitoContext,
  round: Round,
  challengeName: string,
): Promise<object> => {
  if (challengeName !== 'CUSTOM_CHALLENGE')
    throw unsupported(`the challenge ${challengeName} within custom authentication`)
  const { pool, client, userId, submittedName, session } = round
  const created = await callTrigger(context, round, {
    name: 'CreateAuthChallenge',
    request: { challengeName, session },
    response: { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null },
    responseSchema: Creation,
  })
  const handle = context.challenges.open({
    name: challengeName,
    poolId: pool.definition.id,
    clientId: client.id,
    userId,
    submittedName,
    session,
    privateParameters: created.privateChallengeParameters ?? {},
    metadata: created.challengeMetadata ?? null,
  })
  return {
    ChallengeName: challengeName,
    Session: handle,
    ChallengeParameters: { ...created.publicChallengeParameters, USERNAME: userId },
  }
}

/** Calls the define trigger for the next step: a challenge, tokens or failure. */
export const nextRound = async (context: CognitoContext, round: Round): Promise<object> => {
  const decision = await callTrigger(context, round, {
    name: 'DefineAuthChallenge',
    request: { session: round.session },
    response: { challengeName: null, issueTokens: null, failAuthentication: null },
    responseSchema: Decision,
  })
  if (decision.failAuthentication) throw wrongPassword()
  if (!decision.issueTokens) {
    if (!decision.challengeName) throw unrecognizableOutput()
    return presentChallenge(context, round, decision.challengeName)
  }
  const { pool, client, clientMetadata } = round
  // Load the user again: the triggers may have changed or deleted the account.
  const user = requireTokenEligible(pool.users.get(round.userId), 'custom')
  return completeSignIn(context, { pool, client, user, clientMetadata })
}

/** Handles the response to `CUSTOM_CHALLENGE`. */
export const respondToCustomChallenge = async (
  context: CognitoContext,
  challenge: CustomChallenge,
  responses: Parameters,
  clientMetadata: Parameters | undefined,
): Promise<object> => {
  const pool = context.pools.get(challenge.poolId)
  const challengeAnswer = required(responses, 'ANSWER')
  if (!isChallengedUser(pool, responses['USERNAME'], challenge))
    throw notAuthorised('Invalid session for the user.')
  const { userId, submittedName, session } = challenge
  const client = context.pools.client(challenge.clientId)
  const round = { pool, client, user: pool.users.get(userId), userId, submittedName, session, clientMetadata }
  const { answerCorrect } = await callTrigger(context, round, {
    name: 'VerifyAuthChallengeResponse',
    request: { privateChallengeParameters: challenge.privateParameters, challengeAnswer },
    response: { answerCorrect: null },
    responseSchema: Verification,
  })
  const result = {
    challengeName: challenge.name,
    challengeResult: answerCorrect,
    challengeMetadata: challenge.metadata,
  }
  return nextRound(context, { ...round, session: [...session, result] })
}
