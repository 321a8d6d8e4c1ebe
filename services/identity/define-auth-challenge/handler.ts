import type { DefineAuthChallengeTriggerEvent } from 'aws-lambda'

/**
 * One question, one answer: the token of an e-mailed link. A wrong answer ends the attempt, so that a
 * session of the pool is good for a single guess at 256 bits.
 */
export const handler = async (
  event: DefineAuthChallengeTriggerEvent,
): Promise<DefineAuthChallengeTriggerEvent> => {
  const [answered] = event.request.session
  const asked = answered !== undefined
  event.response = {
    challengeName: 'CUSTOM_CHALLENGE',
    issueTokens: asked && event.request.session.length === 1 && answered.challengeResult,
    failAuthentication: (asked && !answered.challengeResult) || event.request.session.length > 1,
  }
  return event
}
