import { useEffect, useState } from 'react'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useAccess } from './access.ts'
import { serverNow } from './server-time.ts'
import { createStore, useStore } from './store.ts'
import { stored } from './stored.ts'

/** A pass whose timer runs. */
export interface RunningPass {
  /** Undefined for the pass of an account. */
  readonly guestKey: string | undefined
  /** ISO time. */
  readonly endsAt: string
}

const store = createStore<RunningPass | null>(null)

/** Sets the pass whose timer this tab follows, or null. */
export const setRunningPass = (pass: RunningPass | null): void => {
  const before = store.get()
  if (before?.endsAt !== pass?.endsAt || before?.guestKey !== pass?.guestKey) store.set(pass)
}

const isFuture = (iso: string | null): iso is string =>
  iso !== null && Date.parse(iso) > serverNow().getTime()

/** Returns the running pass that the server reports for the account, or that the browser stores for a guest. */
const knownPass = ({ isSubscribed, pass }: AccessStatus): RunningPass | null => {
  if (isSubscribed) return null
  if (pass !== null && isFuture(pass.endsAt)) return { guestKey: undefined, endsAt: pass.endsAt }
  const [guestKey, endsAt] = [stored(storageKeys.guestKey), stored(storageKeys.sessionExpiry)]
  return guestKey !== null && isFuture(endsAt) ? { guestKey, endsAt } : null
}

/** Returns the pass whose timer this tab follows. */
export const useFollowedPass = (): RunningPass | null => useStore(store, null)

/**
 * Returns the pass whose timer runs: the one that this tab follows, or after a page was loaded, the one that is known
 * from before.
 */
export const useRunningPass = (): RunningPass | null => {
  const followed = useFollowedPass()
  const { access } = useAccess()
  const [known, setKnown] = useState<RunningPass | null>(null)
  // Not during the first render, which must match the prerendered page.
  useEffect(() => setKnown(knownPass(access)), [access, followed])
  return followed ?? known
}
