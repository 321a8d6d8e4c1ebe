import { pageTexts } from '#shared/contract/api-error-codes.ts'

export const invalidCredentials = 'Invalid login credentials'
export const offlineText = 'You’re offline. Please check your connection and try again.'
export const unconfirmedAddress = 'Email not confirmed'

/** A sign-in that the user pool rejected, with a message to show. Network failures are plain `Error`s. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
}

const named = (failure: unknown): { name: string; message: string } =>
  failure instanceof Error ? failure : { name: 'Error', message: '' }

const unexpected = 'Unknown error occurred'

/**
 * Returns whether the browser threw the error, for example because storage is blocked. Its message is not for users.
 */
const isBrowserError = (failure: unknown): boolean =>
  failure instanceof DOMException || failure instanceof ReferenceError || failure instanceof SyntaxError

/** Names of errors that do not come from the user pool: the network failed, or code could not be loaded. */
const networkErrors = new Set(['NetworkError', 'TypeError', 'TimeoutError', 'AbortError'])

/**
 * Translates an error of Amazon Cognito into a message to show. A wrong address and a wrong password give the same
 * message, so that it does not reveal which addresses have an account.
 */
export const translateAuthError = (failure: unknown): Error => {
  const { name, message } = named(failure)
  if (name === 'UserNotConfirmedException' || /email not confirmed/i.test(message))
    return new AuthError(unconfirmedAddress)
  if (
    /TooManyRequests|LimitExceeded|TooManyFailedAttempts/.test(name) ||
    /attempts exceeded|\brate\b/i.test(message)
  )
    return new AuthError(pageTexts.rate_limited)
  if (/NotAuthorized|UserNotFound|PasswordResetRequired/.test(name) || message.includes(invalidCredentials))
    return new AuthError(invalidCredentials)
  // Cognito rejects a name of more than 128 characters. No account has one.
  if (message.includes('length less than or equal to')) return new AuthError(invalidCredentials)
  // The pool itself failed, or our trigger did, for example because it could not read the table.
  if (/Internal|Lambda/.test(name)) return new AuthError('Unable to sign in. Please try again.')
  if (networkErrors.has(name)) return new Error(navigator.onLine ? unexpected : offlineText)
  if (isBrowserError(failure)) return new Error(unexpected)
  return name === 'Error' ? new Error(message) : new AuthError(message)
}
