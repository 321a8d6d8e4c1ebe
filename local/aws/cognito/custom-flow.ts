import * as z from 'zod'
import type { ChallengeResult, CustomChallenge } from './challenges.ts'
import { CognitoError, invalidParameter, notAuthorised, unsupported, wrongPassword } from './errors.ts'
import { completeSignIn } from './issue-tokens.ts'
import { required } from './password-flow.ts'
import { mayHaveTokens, sameName } from './principal.ts'
import type { UserPoolClientDefinition } from '../../types.ts'
import type { Pool, User } from './pools.ts'
import { triggerAttributes, type TriggerName } from './triggers.ts'
import type { World } from './world.ts'

type Parameters = Readonly<Record<string, string>>

/** One round of a custom authentication. */
interface Round {
  readonly pool: Pool
  readonly client: UserPoolClientDefinition
  readonly user: User | undefined
  readonly userId: string
  readonly typedName: string
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

const unrecognised = () => new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output')

const ask = async <Schema extends z.ZodType>(
  world: World,
  round: Round,
  trigger: { name: TriggerName; request: object; response: object; answer: Schema },
): Promise<z.output<Schema>> => {
  const { pool, client, user, userId, clientMetadata } = round
  const response = await world.runTrigger({
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
  const parsed = trigger.answer.safeParse(response)
  if (!parsed.success) throw unrecognised()
  return parsed.data
}

const presentChallenge = async (world: World, round: Round, challengeName: string): Promise<object> => {
  if (challengeName !== 'CUSTOM_CHALLENGE')
    throw unsupported(`the challenge ${challengeName} within custom authentication`)
  const { pool, client, userId, typedName, session } = round
  const created = await ask(world, round, {
    name: 'CreateAuthChallenge',
    request: { challengeName, session },
    response: { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null },
    answer: Creation,
  })
  const handle = world.challenges.open({
    name: challengeName,
    poolId: pool.definition.id,
    clientId: client.id,
    userId,
    typedName,
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

/** Asks the define trigger what comes next: a challenge, tokens or the end. */
export const nextRound = async (world: World, round: Round): Promise<object> => {
  const decision = await ask(world, round, {
    name: 'DefineAuthChallenge',
    request: { session: round.session },
    response: { challengeName: null, issueTokens: null, failAuthentication: null },
    answer: Decision,
  })
  if (decision.failAuthentication) throw wrongPassword()
  if (!decision.issueTokens) {
    if (!decision.challengeName) throw unrecognised()
    return presentChallenge(world, round, decision.challengeName)
  }
  const { pool, client, clientMetadata } = round
  // The user is looked up again: the triggers may have changed or deleted the account.
  const user = mayHaveTokens(pool.users.get(round.userId), 'custom')
  return completeSignIn(world, { pool, client, user, clientMetadata })
}

/** Answers `CUSTOM_CHALLENGE`. */
export const answerCustomChallenge = async (
  world: World,
  challenge: CustomChallenge,
  responses: Parameters,
  clientMetadata: Parameters | undefined,
): Promise<object> => {
  const pool = world.pools.get(challenge.poolId)
  const challengeAnswer = required(responses, 'ANSWER')
  if (!sameName(pool, responses['USERNAME'], challenge)) throw notAuthorised('Invalid session for the user.')
  const { userId, typedName, session } = challenge
  const client = world.pools.client(challenge.clientId)
  const round = { pool, client, user: pool.users.get(userId), userId, typedName, session, clientMetadata }
  const { answerCorrect } = await ask(world, round, {
    name: 'VerifyAuthChallengeResponse',
    request: { privateChallengeParameters: challenge.privateParameters, challengeAnswer },
    response: { answerCorrect: null },
    answer: Verification,
  })
  const result = {
    challengeName: challenge.name,
    challengeResult: answerCorrect,
    challengeMetadata: challenge.metadata,
  }
  return nextRound(world, { ...round, session: [...session, result] })
}
