import * as paths from '#shared/values/site-map.ts'
import { call, callAnonymously, type CallBody, type CallResult } from '#web/lib/call.ts'
import { siteConfig } from '#web/lib/config.ts'

// Every call throws `CallError` when it fails, and `Error` when it needs a session and there is none.

/** Returns whether the signed-in account is an admin. */
export const checkAdmin = async (): Promise<boolean> =>
  (await call('ensure-admin-role', {}, { timeoutMs: 10_000 })).isAdmin

/** Returns whether the signed-in account is an admin; false when the call fails. */
export const isAdminNow = async (): Promise<boolean> => {
  try {
    return await checkAdmin()
  } catch {
    // The result only chooses the next page. The admin pages make their own check.
    return false
  }
}

/** Emails a new verification link, if the address has a pending sign-up. */
export const resendConfirmation = (body: CallBody<'resend-confirmation'>) =>
  callAnonymously('resend-confirmation', body)

/** Emails a sign-in link, if the address has an account. */
export const sendMagicLink = (email: string) => callAnonymously('send-magic-link', { email })

/**
 * Emails a link to choose a new password, if the address has an account. With `fromAdmin`, the link leads back to
 * the admin sign-in page. Throws an `Error` with the text to show.
 */
export const sendPasswordReset = async (email: string, fromAdmin = false): Promise<void> => {
  const redirectTo = `${window.location.origin}${paths.resetPassword}${fromAdmin ? '?from=admin' : ''}`
  checkResetResponse(await callAnonymously('send-password-reset-email', { email, redirectTo }))
}

/** Throws when the response does not confirm that the email was sent. */
const checkResetResponse = (response: unknown): void => {
  if (response === undefined || response === null) throw new Error('No response received from server')
  const data: unknown = typeof response === 'object' ? Reflect.get(response, 'data') : undefined
  if (typeof data !== 'object' || data === null) throw new Error('No data received from server')
  const error: unknown = Reflect.get(data, 'error')
  if (error !== undefined && error !== null) throw new Error(typeof error === 'string' ? error : '')
}

/** Returns the passkeys of the signed-in account. A stage without passkeys has none. */
export const listPasskeys = async (): Promise<CallResult<'list-passkeys'>> =>
  (await siteConfig()).passkeys ? call('list-passkeys', {}) : { passkeys: [] }

/** Creates a pending sign-up and emails its verification link. */
export const signUp = (body: CallBody<'sign-up'>) => callAnonymously('sign-up', body)

/** Returns whether the address of a sign-up has been confirmed, on any device. */
export const checkSignUp = async (id: string): Promise<CallResult<'check-sign-up'>['status']> =>
  (await callAnonymously('check-sign-up', { sign_up_id: id }, { timeoutMs: 10_000 })).status

/** Returns whether a referral token is still valid. */
export const validateReferral = (token: string, signal: AbortSignal) =>
  callAnonymously('validate-referral', { token }, { signal, timeoutMs: 10_000 })
