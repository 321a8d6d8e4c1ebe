import * as storageKeys from '../../../shared/values/storage-keys.ts'
import * as paths from './paths.ts'

const brought = /[#&]guest_key=([\w-]{1,128})(?:&|$)/

/**
 * Takes over the guest key that the link of a receipt brought in the address, which it leaves at once: whoever
 * sees the address or the history must not have the pass. Throws when the key could not be kept; then it stays
 * where it is.
 */
export const takeGuestKey = (keep: (name: typeof storageKeys.guestKey, key: string) => void): void => {
  const { hash, pathname, search } = location
  const key = brought.exec(hash)?.[1]
  if (key === undefined || pathname.replace(/\/+$/, '') !== paths.liveChat) return
  keep(storageKeys.guestKey, key)
  history.replaceState(history.state, '', pathname + search)
}
