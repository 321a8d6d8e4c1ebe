import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import type { RunningPass } from '#web/lib/running-pass.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { stored } from '#web/lib/stored.ts'

const isFuture = (iso: string | null): iso is string =>
  iso !== null && Date.parse(iso) > serverNow().getTime()

/** Returns the running pass that the server reports for the account, or that the browser stores for a guest. */
export const knownPass = ({ isSubscribed, pass }: AccessStatus): RunningPass | null => {
  if (isSubscribed) return null
  if (pass !== null && isFuture(pass.endsAt)) return { guestKey: undefined, endsAt: pass.endsAt }
  const [guestKey, endsAt] = [stored(storageKeys.guestKey), stored(storageKeys.sessionExpiry)]
  return guestKey !== null && isFuture(endsAt) ? { guestKey, endsAt } : null
}
