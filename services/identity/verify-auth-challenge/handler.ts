import type { VerifyAuthChallengeResponseTriggerEvent } from 'aws-lambda'
import { Table } from '#platform/table/table.ts'
import { passkeyAnswer } from '#platform/user-pool/passkey-answer.ts'
import { type PasskeyGrants, passkeyGrants } from '#services/passkeys/public.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'

type Event = VerifyAuthChallengeResponseTriggerEvent

interface Dependencies {
  readonly links: LinkRepository
  readonly passkeyGrants: PasskeyGrants
}

/** Checks the answer to the challenge: the token of an emailed link, or the grant of a verified passkey. */
export const handle = async (event: Event, deps: Dependencies, now: Date): Promise<Event> => {
  const answer = event.request.challengeAnswer
  const userId = event.request.userAttributes['sub'] ?? event.userName
  const consume = () =>
    answer.startsWith(passkeyAnswer)
      ? deps.passkeyGrants.consume(answer.slice(passkeyAnswer.length), userId, now)
      : consumeLink(answer, userId, deps, now)
  event.response.answerCorrect = !event.request.userNotFound && (await consume())
  return event
}

/**
 * Consumes the token of a link that signs in. The condition on its item lets exactly one of several concurrent attempts
 * succeed. The user's other links of the same type stop working too.
 */
const consumeLink = async (
  token: string,
  userId: string,
  { links }: Dependencies,
  now: Date,
): Promise<boolean> => {
  const link = await links.findForUser(token, userId, now)
  const consumed = link !== undefined && (await links.consume(token, link, now))
  if (consumed) await links.deleteValid(userId, link.type, now)
  return consumed
}

const table = new Table()
const deps = { links: linkRepository(table), passkeyGrants: passkeyGrants(table) }
export const handler = (event: Event): Promise<Event> => handle(event, deps, new Date())
