import { adoptTokens } from './adopt-tokens.ts'
import { post } from './call.ts'
import { currentSession } from './session-store.ts'
import { claimsOf } from './tokens.ts'

/** Whether a new password can be chosen now; otherwise the message to show. */
export type Recovery = { readonly ready: true } | { readonly ready: false; readonly message: string }

const requestAnother = 'Please request a new password reset email.'
const notReady = (reason: string, action = requestAnother): Recovery => ({
  ready: false,
  message: `${reason} ${action}`,
})

export const resetTexts = {
  expired: notReady('Reset link has expired.'),
  invalid: notReady('Invalid reset link.'),
  unchecked: notReady('Unable to validate reset link.', 'Please try again.'),
  incomplete: notReady('Incomplete reset link.'),
  none: notReady('No valid reset session found.'),
  failed: notReady('Unable to process reset request.', 'Please try again.'),
} as const satisfies Record<string, Recovery>

let recoveryLink: URLSearchParams | undefined
let opening: Promise<Recovery> | undefined

/** Keeps the parameters of a recovery link for `openRecovery`, in memory only. */
export const keepRecoveryLink = (params: URLSearchParams | undefined): void => {
  recoveryLink = params
  opening = undefined
}

/** Creates a session from the recovery link, once. Without a link, an existing session is enough. */
export const openRecovery = (search: string): Promise<Recovery> => {
  if (recoveryLink) opening ??= sessionFromLink(recoveryLink).catch(() => resetTexts.failed)
  return opening ?? recoveryWithoutLink(search)
}

const recoveryWithoutLink = async (search: string): Promise<Recovery> => {
  try {
    // A user who goes back and presses the button of a link again still has the session of the first time.
    if (currentSession()) return { ready: true }
    // The server redirects used and expired links here, and does not say which of the two it was.
    return new URLSearchParams(search).has('error') ? resetTexts.expired : resetTexts.none
  } catch {
    return resetTexts.failed
  }
}

const sessionFromLink = async (link: URLSearchParams): Promise<Recovery> => {
  const accessToken = link.get('access_token')
  const refreshToken = link.get('refresh_token')
  if (!accessToken || !refreshToken) return resetTexts.incomplete
  const expiresAtMs = expiryOf(accessToken)
  if (expiresAtMs === undefined) return resetTexts.invalid
  const status = await statusFor(accessToken)
  if (status === 401 || status === 403)
    return expiresAtMs < Date.now() ? resetTexts.expired : resetTexts.invalid
  if (status !== 200) return resetTexts.unchecked
  adoptTokens({ accessToken, refreshToken }, 'PASSWORD_RECOVERY')
  return { ready: true }
}

/** Returns when the token expires, in milliseconds since 1970; undefined when it is malformed. */
const expiryOf = (accessToken: string): number | undefined => {
  try {
    return claimsOf(accessToken).exp * 1000
  } catch {
    // Truncated by an email program, or made up.
    return undefined
  }
}

/** Returns the status of a call with the token: only the server knows whether it is still valid. 0: no response. */
const statusFor = async (accessToken: string): Promise<number> => {
  try {
    const response = await post('get-profile', {}, accessToken)
    await response.text() // A response that is not read keeps its request open.
    return response.status
  } catch {
    // The link may be valid, and the user can try again.
    return 0
  }
}
