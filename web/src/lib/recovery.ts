import { adoptSession, checkTokens } from './link-tokens.ts'
import { keptRecoveryLink } from './recovery-link.ts'
import { currentSession } from './session-store.ts'

/** Result of checking a reset link: ready for a new password, or the message to show. */
export type Recovery = { readonly ready: true } | { readonly ready: false; readonly message: string }

const requestAnother = 'Please request a new password reset email.'
const notReady = (reason: string, action = requestAnother) =>
  ({ ready: false, message: `${reason} ${action}` }) as const

export const resetTexts = {
  expired: notReady('Reset link has expired.'),
  invalid: notReady('Invalid reset link.'),
  unchecked: notReady('Unable to validate reset link.', 'Please try again.'),
  incomplete: notReady('Incomplete reset link.'),
  none: notReady('No valid reset session found.'),
  failed: notReady('Unable to process reset request.', 'Please try again.'),
} as const satisfies Record<string, Recovery>

/** Result of checking a link. `userId` is the owner of an accepted one. */
type CheckedLink = (Recovery & { readonly ready: false }) | { readonly userId: string }

let opening: { readonly link: URLSearchParams; readonly checked: Promise<CheckedLink> } | undefined

/**
 * Creates a session from the recovery link, once. Without a link, an existing session is enough, unless the address
 * reports that a link failed: it may have been for another account.
 */
export const openRecovery = async (search: string): Promise<Recovery> => {
  try {
    const link = keptRecoveryLink()
    if (link === undefined) return recoveryWithoutLink(search)
    if (opening?.link !== link) opening = { link, checked: sessionFromLink(link) }
    const checked = await opening.checked
    if (!('userId' in checked)) return checked
    // Another user may have signed in since, in this tab or in another.
    return currentSession()?.user.id === checked.userId ? { ready: true } : resetTexts.none
  } catch {
    return resetTexts.failed
  }
}

const recoveryWithoutLink = (search: string): Recovery => {
  // The server redirects used and expired links here, and does not say which of the two it was.
  if (new URLSearchParams(search).has('error')) return resetTexts.expired
  return currentSession() ? { ready: true } : resetTexts.none
}

const sessionFromLink = async (link: URLSearchParams): Promise<CheckedLink> => {
  const accessToken = link.get('access_token')
  const refreshToken = link.get('refresh_token')
  if (!accessToken || !refreshToken) return resetTexts.incomplete
  const checked = await checkTokens({ accessToken, refreshToken })
  if (checked.result !== 'accepted') return resetTexts[checked.result]
  // Without the session of the link, the form would change the password of the user who is signed in.
  const isAdopted = await adoptSession(checked.session, 'PASSWORD_RECOVERY')
  return isAdopted ? { userId: checked.session.user.id } : resetTexts.none
}
