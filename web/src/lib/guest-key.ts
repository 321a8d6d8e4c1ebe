import * as paths from '#shared/values/site-map.ts'

const keyInHash = /[#&]guest_key=([\w-]{1,128})(?:&|$)/

interface GuestKeyStore {
  /** The key that this browser already has, or null. */
  readonly stored: string | null
  readonly save: (key: string) => void
  /** Receives a key that differs from the stored one. Without this, such a key stays in the address. */
  readonly offer?: (key: string) => void
}

/**
 * Takes the guest key that the link in a receipt put into the address, and removes it from the address: a person who
 * sees the address or the history must not be able to use the pass. A key that this browser already has may belong to a
 * valid pass, so it is not replaced here. Throws, without changing the address, when `save` throws.
 */
export const takeGuestKey = ({ stored, save, offer }: GuestKeyStore): void => {
  const { hash, pathname, search } = location
  const key = keyInHash.exec(hash)?.[1]
  if (key === undefined || pathname.replace(/\/+$/, '') !== paths.liveChat) return
  const accept = stored && stored !== key ? offer : save
  if (!accept) return
  accept(key)
  history.replaceState(history.state, '', pathname + search)
}

let offered: string | undefined

/** Keeps a key until the live chat page has checked whether it may replace the stored one. In memory only. */
export const offerGuestKey = (key: string | undefined): void => {
  offered = key
}

/** Returns the key that waits for its check, if any. */
export const offeredGuestKey = (): string | undefined => offered
