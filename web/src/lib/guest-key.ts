import * as paths from '#shared/values/site-map.ts'

const keyInHash = /[#&]guest_key=([\w-]{1,128})(?:&|$)/

interface GuestKeyStore {
  /** The key that this browser already has, or null. */
  readonly stored: string | null
  readonly save: (key: string) => void
  /** Receives a key that differs from the stored one. Without this, the key stays in the address. */
  readonly offer?: (key: string) => void
  /** Receives the key on the page for withdrawals. Without this, the key stays in the address. */
  readonly keepForWithdrawal?: (key: string) => void
}

/**
 * Takes the guest key that the link in a pass email put into the address, and removes it from the address: a person who
 * sees the address or the history must not be able to use the pass. A key that this browser already has may belong to a
 * valid pass, so it is not replaced here. The key for a withdrawal is not saved, because the pass is over. Throws,
 * without changing the address, when `save` throws.
 */
export const takeGuestKey = ({ stored, save, offer, keepForWithdrawal }: GuestKeyStore): void => {
  const { hash, pathname, search } = location
  const key = keyInHash.exec(hash)?.[1]
  const path = pathname.replace(/\/+$/, '')
  if (key === undefined || (path !== paths.liveChat && path !== paths.withdraw)) return
  const accept = path === paths.withdraw ? keepForWithdrawal : stored && stored !== key ? offer : save
  if (!accept) return
  accept(key)
  history.replaceState(history.state, '', pathname + search)
}

/** A key that may replace the stored one. */
export interface OfferedKey {
  readonly key: string
  /** `payment`: the visitor has just bought the pass. */
  readonly source: 'link' | 'payment'
}

let offered: OfferedKey | undefined

/** Keeps a key until the live chat page has checked whether it may replace the stored one. In memory only. */
export const offerGuestKey = (key: string | undefined, source: OfferedKey['source'] = 'link'): void => {
  offered = key === undefined ? undefined : { key, source }
}

/** Returns the key that waits for its check, if any. */
export const offeredGuestKey = (): OfferedKey | undefined => offered

let keyForWithdrawal: string | undefined

/** Keeps the key of a pass to withdraw from until the page is left or reloaded. In memory only: see `takeGuestKey`. */
export const keepWithdrawalKey = (key: string | undefined): void => {
  keyForWithdrawal = key
}

/** Returns the key of the pass to withdraw from that a link has opened, if any. */
export const withdrawalKey = (): string | undefined => keyForWithdrawal
