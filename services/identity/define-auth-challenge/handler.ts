import type { DefineAuthChallengeTriggerEvent } from 'aws-lambda'

/**
 * Allows one challenge per sign-in attempt, answered by the token of an emailed link or the grant of a verified passkey.
 * A wrong answer ends the attempt, so a user pool session allows a single guess at 256 bits.
 */
export const handler = async (
  event: DefineAuthChallengeTriggerEvent,
): Promise<DefineAuthChallengeTriggerEvent> => {
  const [first] = event.request.session
  const hasResult = first !== undefined
  event.response = {
    challengeName: 'CUSTOM_CHALLENGE',
    issueTokens: hasResult && event.request.session.length === 1 && first.challengeResult,
    failAuthentication: (hasResult && !first.challengeResult) || event.request.session.length > 1,
  }
  return event
}
