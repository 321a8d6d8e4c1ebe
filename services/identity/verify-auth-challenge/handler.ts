import type { VerifyAuthChallengeResponseTriggerEvent } from 'aws-lambda'
import { Table } from '#platform/table/table.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'

type Event = VerifyAuthChallengeResponseTriggerEvent

interface Dependencies {
  readonly links: LinkRepository
}

/**
 * Consumes the token of a link. This is the only place that does, so of several concurrent attempts exactly
 * one succeeds. The user's other links of the same type stop working too.
 */
export const handle = async (event: Event, { links }: Dependencies, now: Date): Promise<Event> => {
  const token = event.request.challengeAnswer
  const userId = event.request.userAttributes['sub'] ?? event.userName
  const link = event.request.userNotFound ? undefined : await links.findForUser(token, userId, now)
  const consumed = link !== undefined && (await links.consume(token, link, now))
  if (consumed) await links.deleteAll(userId, link.type)
  event.response.answerCorrect = consumed
  return event
}

const deps = { links: linkRepository(new Table()) }
export const handler = (event: Event): Promise<Event> => handle(event, deps, new Date())
