import type { CreateAuthChallengeTriggerEvent } from 'aws-lambda'

/** The question carries no secret: the answer is checked against the table, not against the question. */
export const handler = async (
  event: CreateAuthChallengeTriggerEvent,
): Promise<CreateAuthChallengeTriggerEvent> => {
  event.response.publicChallengeParameters = { challenge: 'link' }
  event.response.privateChallengeParameters = { challenge: 'link' }
  event.response.challengeMetadata = 'link'
  return event
}
