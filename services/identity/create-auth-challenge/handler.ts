import type { CreateAuthChallengeTriggerEvent } from 'aws-lambda'

/** Creates a challenge without a secret: the token is checked against the table, not against the challenge. */
export const handler = async (
  event: CreateAuthChallengeTriggerEvent,
): Promise<CreateAuthChallengeTriggerEvent> => {
  event.response.publicChallengeParameters = { challenge: 'link' }
  event.response.privateChallengeParameters = { challenge: 'link' }
  event.response.challengeMetadata = 'link'
  return event
}
