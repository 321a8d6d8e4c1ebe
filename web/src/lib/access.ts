import { useSyncExternalStore } from 'react'
import type { AccessStatus } from '../../../shared/contract/billing.ts'
import { call } from './call.ts'
import { currentSession, onSessionEvent } from './session-store.ts'

export interface AccessState {
  access: AccessStatus
  /** True until all is known, the payment provider's word included. Nobody signed in: false, and no access. */
  loading: boolean
  /** True as soon as `access.isAdmin` is known, which is earlier. */
  roleKnown: boolean
  /** The server could not be asked. Screens may offer to try again; nothing is granted meanwhile. */
  failed: boolean
}

const noAccess: AccessStatus = {
  isSubscribed: false,
  hasOneTimeAccess: false,
  hasGuestAccess: false,
  isAdmin: false,
  cancelAtPeriodEnd: false,
  subscriptionEnd: null,
  subscriptionTier: null,
  paymentDue: false,
  pass: null,
}

const unknown: AccessState = { access: noAccess, loading: true, roleKnown: false, failed: false }
const nobody: AccessState = { access: noAccess, loading: false, roleKnown: true, failed: false }

let state = unknown
/** Whose access `state` tells, or is about to tell. */
let userId: string | undefined
let started = false
const watchers = new Set<() => void>()

const publish = (next: AccessState): void => {
  state = next
  for (const watcher of watchers) watcher()
}

const follow = (): void => {
  const user = currentSession()?.user.id
  if (user === userId && started) return
  started = true
  userId = user
  publish(user === undefined ? nobody : unknown)
  if (user !== undefined) void load(user)
}

const load = async (user: string): Promise<void> => {
  try {
    const access = await call('get-access', {})
    settle(user, access, !(access.isSubscribed || access.isAdmin))
    const subscribed = await askProvider()
    const unchanged = subscribed === undefined || subscribed === access.isSubscribed
    settle(user, unchanged ? access : await call('get-access', {}))
  } catch {
    // Silent by design: a visitor who only reads must not be met by errors. Screens that need the answer
    // look at `failed` and offer to ask again.
    if (user === userId && state.loading) publish({ ...state, loading: false, roleKnown: true, failed: true })
  }
}

/** Makes the server ask the payment provider when its own record says no. A failure is no news: undefined. */
const askProvider = async (): Promise<boolean | undefined> => {
  try {
    return (await call('check-subscription', {})).subscribed
  } catch {
    // The subscription check runs behind everything else; get-access has answered already.
    return undefined
  }
}

const settle = (user: string, access: AccessStatus, loading = false): void => {
  if (user === userId) publish({ access, loading, roleKnown: true, failed: false })
}

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  const stop = onSessionEvent(follow)
  follow()
  return () => {
    watchers.delete(changed)
    stop()
  }
}

/** Never what an earlier person on this device could use, not even for the blink before the change is noticed. */
const currentState = (): AccessState => (currentSession()?.user.id === userId ? state : unknown)

/** What the signed-in person may use, by the server's word. */
export const useAccess = (): AccessState => useSyncExternalStore(watch, currentState, () => unknown)

/** Asks again, after a payment or on request. `loading` is true meanwhile. */
export const refreshAccess = async (): Promise<void> => {
  const user = currentSession()?.user.id
  if (user === undefined) return
  userId = user
  started = true
  publish({ ...state, loading: true })
  await load(user)
}

/**
 * Reads again what the server has noted, in silence: what was known stands until there is better. Undefined
 * when nobody is signed in or the server could not be asked.
 */
export const rereadAccess = async (): Promise<AccessStatus | undefined> => {
  const user = currentSession()?.user.id
  if (user === undefined) return undefined
  try {
    const access = await call('get-access', {})
    settle(user, access)
    return access
  } catch {
    // Asked beside everything else, and asked again soon: nobody waits for this answer.
    return undefined
  }
}

/** Whether the person is an admin: loading, then yes or no. No on an error and when nobody is signed in. */
export const useAdmin = (): { isAdmin: boolean; loading: boolean } => {
  const { access, roleKnown } = useAccess()
  return { isAdmin: access.isAdmin, loading: !roleKnown }
}
