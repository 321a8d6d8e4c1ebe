import { refusals } from '../../../shared/contract/refusals.ts'

const named = (failure: unknown): { name: string; message: string } =>
  failure instanceof Error ? failure : { name: '', message: '' }

/**
 * Turns what Amazon Cognito says into the words that our screens know. A wrong address and a wrong password
 * read the same, so that nobody learns which addresses have an account.
 */
export const translateAuthError = (failure: unknown): Error => {
  const { name, message } = named(failure)
  if (name === 'UserNotConfirmedException' || /email not confirmed/i.test(message))
    return new Error('Email not confirmed')
  if (
    /TooManyRequests|LimitExceeded|TooManyFailedAttempts/.test(name) ||
    /attempts exceeded|\brate\b/i.test(message)
  )
    return new Error(refusals.rate_limited.message)
  if (/NotAuthorized|UserNotFound|PasswordResetRequired|UserLambdaValidation/.test(name))
    return new Error('Invalid login credentials')
  if (name === 'NetworkError' || name === 'TypeError') return new Error('Unknown error occurred')
  return new Error(message)
}
