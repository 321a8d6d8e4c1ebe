import { rereadAccess } from '#web/lib/access.ts'
import { refreshGuestPass } from './guest-pass.ts'
import { isInChat, type Pass } from './session-state.ts'

/** Result of a check of a pass. */
export type PassCheck =
  /** Nothing is known, for example because the call failed. */
  | { readonly state: 'unknown' }
  /** The pass is over, and the account has no other access. */
  | { readonly state: 'none' }
  /**
   * `guestKey` differs from the key of the checked pass if the browser now uses another. `endsAt`: ISO time, if
   * running.
   */
  | { readonly state: 'active'; readonly guestKey: string | undefined; readonly endsAt: string | null }

/** Checks a pass with the server. `inChat`: also tells the server that the holder is in the chat. Never throws. */
export const checkPass = async ({ guestKey }: Pass, inChat: boolean): Promise<PassCheck> => {
  if (guestKey === undefined) return checkAccountPass(inChat)
  const pass = await refreshGuestPass(inChat)
  if (pass.state === 'active') return { state: 'active', guestKey: pass.key, endsAt: pass.endsAt }
  return { state: pass.state === 'none' ? 'none' : 'unknown' }
}

const checkAccountPass = async (inChat: boolean): Promise<PassCheck> => {
  const access = await rereadAccess(inChat)
  if (access === undefined) return { state: 'unknown' }
  const { isSubscribed, isAdmin, hasOneTimeAccess } = access
  // Responses of an older server version have no `pass` field.
  const pass = access.pass ?? null
  const hasAccess = isSubscribed || isAdmin || hasOneTimeAccess || pass !== null
  return hasAccess
    ? { state: 'active', guestKey: undefined, endsAt: pass?.endsAt ?? null }
    : { state: 'none' }
}

/**
 * Fetches the state of a pass, and tells the server if the visitor is in the chat. Returns the end of the pass as ISO
 * time, or null if its timer is not running.
 */
export const refreshPassEnd = async (pass: Pass): Promise<string | null> => {
  const check = await checkPass(pass, isInChat())
  return check.state === 'active' && check.guestKey === pass.guestKey ? check.endsAt : null
}
