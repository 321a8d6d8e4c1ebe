import { AuthError } from '../../lib/auth-error.ts'

/** What the members' sign-in says when it does not work, chosen by the words of the refusal. */
export const membersErrorText = (failure: unknown): string => {
  if (!(failure instanceof AuthError)) return 'An unexpected error occurred. Please try again later.'
  const message = failure.message.toLowerCase()
  if (message.includes('confirm')) return 'Email not confirmed. Please confirm your email and try again.'
  if (message.includes('invalid') || message.includes('credential'))
    return 'Invalid email or password. Please try again.'
  if (message.includes('rate')) return 'Too many attempts. Please wait a minute and try again.'
  return failure.message === '' ? 'Unable to sign in. Please try again.' : failure.message
}

/** The toast says more where there is something to do about it. */
export const membersErrorToast = (text: string): string =>
  text.startsWith('Email not confirmed') ? `${text} Use 'Resend confirmation email' to get a new link.` : text
