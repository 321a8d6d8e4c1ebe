import { refusals } from '../../../shared/contract/refusals.ts'

/** A sign-in that the user pool refused, in the words of our screens. Anything else went wrong on the way. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
}

const named = (failure: unknown): { name: string; message: string } =>
  failure instanceof Error ? failure : { name: 'Error', message: '' }

/** Failures that did not come from the user pool: the network, or code that could not be fetched. */
const ofTheWay = new Set(['NetworkError', 'TypeError', 'TimeoutError', 'AbortError'])

/**
 * Turns what Amazon Cognito says into the words that our screens know. A wrong address and a wrong password
 * read the same, so that nobody learns which addresses have an account.
 */
export const translateAuthError = (failure: unknown): Error => {
  const { name, message } = named(failure)
  if (name === 'UserNotConfirmedException' || /email not confirmed/i.test(message))
    return new AuthError('Email not confirmed')
  if (
    /TooManyRequests|LimitExceeded|TooManyFailedAttempts/.test(name) ||
    /attempts exceeded|\brate\b/i.test(message)
  )
    return new AuthError(refusals.rate_limited.message)
  if (/NotAuthorized|UserNotFound|PasswordResetRequired|UserLambdaValidation/.test(name))
    return new AuthError('Invalid login credentials')
  if (ofTheWay.has(name)) return new Error('Unknown error occurred')
  return name === 'Error' ? new Error(message) : new AuthError(message)
}
