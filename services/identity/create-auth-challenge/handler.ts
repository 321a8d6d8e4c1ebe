import type { CreateAuthChallengeTriggerEvent } from 'aws-lambda'
import { newToken } from '#platform/crypto.ts'

/**
 * Creates a challenge without a secret: the token is checked against the table, not against the challenge. The private
 * id of the attempt lets `verify-auth-challenge` recognise a repeated call.
 */
export const handler = async (
  event: CreateAuthChallengeTriggerEvent,
): Promise<CreateAuthChallengeTriggerEvent> => {
  event.response.publicChallengeParameters = { challenge: 'link' }
  event.response.privateChallengeParameters = { attempt: newToken() }
  event.response.challengeMetadata = 'link'
  return event
}
