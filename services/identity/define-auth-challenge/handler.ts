import type { DefineAuthChallengeTriggerEvent } from 'aws-lambda'

/**
 * Allows one challenge per sign-in attempt, answered by the token of an emailed link or the grant of a verified passkey.
 * A wrong answer ends the attempt, so a user pool session allows a single guess at 256 bits. So does a result of another
 * challenge: anyone may start an attempt with `SRP_A`, which Cognito reports as passed before it has checked a password.
 */
export const handler = async (
  event: DefineAuthChallengeTriggerEvent,
): Promise<DefineAuthChallengeTriggerEvent> => {
  const { session } = event.request
  const [first] = session
  const isAnswered =
    session.length === 1 && first?.challengeName === 'CUSTOM_CHALLENGE' && first.challengeResult
  event.response = {
    challengeName: 'CUSTOM_CHALLENGE',
    issueTokens: isAnswered,
    failAuthentication: first !== undefined && !isAnswered,
  }
  return event
}
