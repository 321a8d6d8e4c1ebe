import { AuthError, offlineText } from '#web/lib/auth-error.ts'

/** Returns the error text of the members' sign-in form, chosen by the error's message. */
export const membersErrorText = (failure: unknown): string => {
  if (failure instanceof Error && failure.message === offlineText) return offlineText
  if (!(failure instanceof AuthError)) return 'An unexpected error occurred. Please try again later.'
  const message = failure.message.toLowerCase()
  if (message.includes('confirm')) return 'Email not confirmed. Please confirm your email and try again.'
  if (message.includes('invalid') || message.includes('credential'))
    return 'Invalid email or password. Please try again.'
  if (message.includes('rate')) return 'Too many attempts. Please wait a minute and try again.'
  return failure.message === '' ? 'Unable to sign in. Please try again.' : failure.message
}

/** Returns the toast for an error text. Adds a hint where the user can resolve the error. */
export const membersErrorToast = (text: string): string =>
  text.startsWith('Email not confirmed') ? `${text} Use 'Resend confirmation email' to get a new link.` : text
