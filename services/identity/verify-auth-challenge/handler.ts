import type { VerifyAuthChallengeResponseTriggerEvent } from 'aws-lambda'
import { Table } from '../../platform/table/table.ts'
import { linkRepository } from '../link.repository.ts'

const links = linkRepository(new Table())

/**
 * Uses the link's token up, here and nowhere else: whatever reaches the pool with it, one attempt wins.
 * The person's other links of the same kind stop working with it.
 */
export const handler = async (
  event: VerifyAuthChallengeResponseTriggerEvent,
): Promise<VerifyAuthChallengeResponseTriggerEvent> => {
  const now = new Date()
  const token = event.request.challengeAnswer
  const userId = event.request.userAttributes['sub'] ?? event.userName
  const link = event.request.userNotFound ? undefined : await links.findFor(token, userId, now)
  const used = link !== undefined && (await links.consume(token, link, now))
  if (used) await links.voidOthers(userId, link.type)
  event.response.answerCorrect = used
  return event
}
