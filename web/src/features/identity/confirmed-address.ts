import { useSyncExternalStore } from 'react'

/** An address that an emailed link has confirmed, and the token that proves it to `sign-up`. */
export interface ConfirmedAddress {
  readonly email: string
  readonly token: string
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Parses `#address_token=…&email=…`. Returns null if either is missing. */
export const parseConfirmedAddress = (hash: string): ConfirmedAddress | null => {
  const fields = new URLSearchParams(hash.slice(1))
  const [email, token] = [fields.get('email'), fields.get('address_token')]
  return email && token ? { email, token } : null
}

/** Returns the address of the link that led here. Null during hydration: the prerendered page is the same for all. */
export const useConfirmedAddress = (): ConfirmedAddress | null => {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  )
  return parseConfirmedAddress(hash)
}
