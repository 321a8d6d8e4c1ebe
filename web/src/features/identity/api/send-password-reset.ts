import { callAsGuest } from '../../../lib/call.ts'
import * as paths from '../../../lib/paths.ts'

/**
 * Mails a link to choose a new password, if the address has an account. The link of `fromAdmin` leads back
 * to the admin sign-in. Throws an `Error` with the words to show.
 */
export const sendPasswordReset = async (email: string, fromAdmin = false): Promise<void> => {
  const redirectTo = `${window.location.origin}${paths.resetPassword}${fromAdmin ? '?from=admin' : ''}`
  checkAnswer(await callAsGuest('send-password-reset-email', { email, redirectTo }))
}

/** What came back is looked at before the person is told that a mail is on its way. */
const checkAnswer = (answer: unknown): void => {
  if (answer === undefined || answer === null) throw new Error('No response received from server')
  const data: unknown = typeof answer === 'object' ? Reflect.get(answer, 'data') : undefined
  if (typeof data !== 'object' || data === null) throw new Error('No data received from server')
  const error: unknown = Reflect.get(data, 'error')
  if (error !== undefined && error !== null) throw new Error(typeof error === 'string' ? error : '')
}
