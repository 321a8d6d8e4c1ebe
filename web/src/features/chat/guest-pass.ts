import { useEffect, useSyncExternalStore } from 'react'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import { store, stored } from '../../lib/stored.ts'
import { checkGuestAccess } from './api/check-guest-access.ts'

/** The guest pass whose key this browser keeps, by the server's word. */
export type GuestPass =
  | { readonly state: 'none' }
  | { readonly state: 'checking' | 'unknown'; readonly key: string }
  /** `endsAt`: ISO time; null while it waits for an adviser's first answer. */
  | { readonly state: 'active'; readonly key: string; readonly endsAt: string | null }

const none: GuestPass = { state: 'none' }
let known: GuestPass = none
const watchers = new Set<() => void>()

const publish = (next: GuestPass): void => {
  known = next
  for (const watcher of watchers) watcher()
}

const storedKey = (): string | undefined => stored(storageKeys.guestKey) || undefined

/**
 * Asks the server about the stored key, if there is one. A key that opens nothing any more is removed; one
 * that could not be asked about stays, and so does what was known of it.
 */
export const refreshGuestPass = async (): Promise<GuestPass> => {
  const key = storedKey()
  if (key === undefined) publish(none)
  else {
    if (known.state === 'none' || known.key !== key) publish({ state: 'checking', key })
    const next = await ask(key)
    // Another key has come meanwhile: it was asked about by whoever brought it.
    if (storedKey() === key) {
      if (next.state === 'none')
        for (const over of [storageKeys.guestKey, storageKeys.sessionExpiry] as const) store(over, null)
      if (next.state !== 'unknown' || known.state === 'checking') publish(next)
    }
  }
  return known
}

const ask = async (key: string): Promise<GuestPass> => {
  try {
    const { active, ends_at: endsAt = null } = await checkGuestAccess(key)
    return active ? { state: 'active', key, endsAt } : none
  } catch {
    // Silent by design: the page offers to check again, and grants nothing meanwhile.
    return { state: 'unknown', key }
  }
}

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Before anything was asked, a browser without a key is known to have no pass. */
const current = (): GuestPass => {
  const key = storedKey()
  if (key === undefined) return none
  if (known.state === 'none' || known.key !== key) return checkingOf(key)
  return known
}

let checking: GuestPass & { state: 'checking' | 'unknown' } = { state: 'checking', key: '' }
const checkingOf = (key: string): GuestPass => {
  if (checking.key !== key) checking = { state: 'checking', key }
  return checking
}

/**
 * The guest pass of this browser. It is asked about while `wanted`, and again when another tab has bought,
 * started or ended one.
 */
export const useGuestPass = (wanted: boolean): GuestPass => {
  const pass = useSyncExternalStore(watch, current, () => none)
  useEffect(() => {
    if (!wanted) return
    void refreshGuestPass()
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKeys.guestKey || key === storageKeys.sessionExpiry) void refreshGuestPass()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [wanted])
  return wanted ? pass : none
}
