import * as storageKeys from '#shared/values/storage-keys.ts'
import * as paths from '#shared/values/site-map.ts'

const keyInHash = /[#&]guest_key=([\w-]{1,128})(?:&|$)/

/**
 * Saves the guest key that the link in a receipt put into the address, and removes it from the address: nobody who
 * sees the address or the history should be able to use the pass. Throws, without changing the address, when `save`
 * throws.
 */
export const takeGuestKey = (save: (name: typeof storageKeys.guestKey, key: string) => void): void => {
  const { hash, pathname, search } = location
  const key = keyInHash.exec(hash)?.[1]
  if (key === undefined || pathname.replace(/\/+$/, '') !== paths.liveChat) return
  save(storageKeys.guestKey, key)
  history.replaceState(history.state, '', pathname + search)
}
