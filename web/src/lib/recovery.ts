import { adoptSession, checkTokens } from './link-tokens.ts'
import { currentSession } from './session-store.ts'

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
  const checked = await checkTokens({ accessToken, refreshToken })
  if (checked.result !== 'accepted') return resetTexts[checked.result]
  // Without the session of the link, the form would change the password of the user who is signed in.
  return (await adoptSession(checked.session, 'PASSWORD_RECOVERY')) ? { ready: true } : resetTexts.none
}
