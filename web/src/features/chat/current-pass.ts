import * as storageKeys from '#shared/values/storage-keys.ts'
import type { AccessState } from '#web/lib/access.ts'
import type { RunningPass } from '#web/lib/running-pass.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { stored } from '#web/lib/browser-storage.ts'

/** Returns whether a time is still to come by the server's clock. */
export const isFuture = (iso: string): boolean => Date.parse(iso) > serverNow().getTime()

/** Returns the running guest pass that this browser stores. */
const storedPass = (): RunningPass | null => {
  const [guestKey, endsAt] = [stored(storageKeys.guestKey), stored(storageKeys.sessionExpiry)]
  return guestKey !== null && endsAt !== null && isFuture(endsAt) ? { guestKey, endsAt } : null
}

/**
 * Returns the running pass that gives access to the chat, if any. As in `resolveChatAccess`, the account’s access comes
 * first, so a guest pass counts only once it is known that the account has none. `followed`: the pass whose timer this
 * tab follows. It counts even when its time is up, because the tab ends the chat only after a check.
 */
export const currentPass = (
  followed: RunningPass | null,
  { access, loading }: AccessState,
): RunningPass | null => {
  const { isSubscribed, isAdmin, hasOneTimeAccess, pass } = access
  const isOfAccount = followed !== null && followed.guestKey === undefined
  if (isSubscribed || isAdmin) return null
  if (hasOneTimeAccess) {
    // Responses of an older server version have no `pass` field.
    const endsAt = pass?.endsAt ?? null
    return endsAt !== null && (isOfAccount || isFuture(endsAt)) ? { guestKey: undefined, endsAt } : null
  }
  if (loading) return followed
  // The stored end may belong to the account's pass. It is removed together with the clock.
  return isOfAccount ? null : (followed ?? storedPass())
}
