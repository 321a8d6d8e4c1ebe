import type { VerifyAuthChallengeResponseTriggerEvent } from 'aws-lambda'
import { newToken } from '#platform/crypto.ts'
import { Table } from '#platform/table/table.ts'
import { passkeyAnswer } from '#platform/user-pool/passkey-answer.ts'
import { type PasskeyGrants, passkeyGrants } from '#services/passkeys/public.ts'
import {
  type AcceptedAnswerRepository,
  acceptedAnswerRepository,
  acceptedAnswerWrite,
  type AcceptedKind,
  type Answer,
} from '../accepted-answer.repository.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'

type Event = VerifyAuthChallengeResponseTriggerEvent

interface Dependencies {
  readonly links: LinkRepository
  readonly passkeyGrants: PasskeyGrants
  readonly answers: AcceptedAnswerRepository
}

/**
 * Checks the answer to the challenge: the token of an emailed link, or the grant of a verified passkey. The user pool
 * repeats a call that has not responded within five seconds, after the first one may have consumed the token.
 */
export const handle = async (event: Event, deps: Dependencies, now: Date): Promise<Event> => {
  const { challengeAnswer: answer, privateChallengeParameters, userAttributes, userNotFound } = event.request
  const userId = userAttributes['sub'] ?? event.userName
  // Without an id, the attempt began before the release that introduced it.
  const attempt = privateChallengeParameters['attempt'] ?? newToken()
  event.response.answerCorrect = !userNotFound && (await isCorrect({ userId, attempt, answer }, deps, now))
  return event
}

/** Consumes an answer. The user's other links of the same type stop working too. */
const isCorrect = async (given: Answer, deps: Dependencies, now: Date): Promise<boolean> => {
  const kind = (await consume(given, deps, now)) ?? (await deps.answers.find(given, now))
  if (kind !== undefined && kind !== 'passkey') await deps.links.deleteValid(given.userId, kind, now)
  return kind !== undefined
}

/**
 * Consumes a grant, or the token of a link that signs in. The condition on its item lets exactly one of several
 * concurrent attempts succeed.
 */
const consume = async (
  given: Answer,
  { links, passkeyGrants: grants }: Dependencies,
  now: Date,
): Promise<AcceptedKind | undefined> => {
  const { userId, answer } = given
  if (answer.startsWith(passkeyAnswer)) {
    const grant = answer.slice(passkeyAnswer.length)
    const isConsumed = await grants.consume(grant, userId, now, acceptedAnswerWrite(given, 'passkey', now))
    return isConsumed ? 'passkey' : undefined
  }
  const link = await links.findForUser(answer, userId, now)
  if (link === undefined) return undefined
  const isConsumed = await links.consume(answer, link, now, acceptedAnswerWrite(given, link.type, now))
  return isConsumed ? link.type : undefined
}

export const challengeDependencies = (table: Table): Dependencies => ({
  links: linkRepository(table),
  passkeyGrants: passkeyGrants(table),
  answers: acceptedAnswerRepository(table),
})

const deps = challengeDependencies(new Table())
export const handler = (event: Event): Promise<Event> => handle(event, deps, new Date())
