import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { call } from './call.ts'
import { earlyRowsOf } from './early-rows.ts'
import { currentSession, onSessionEvent } from './session-store.ts'
import { createStore, useStore } from './store.ts'

export interface AccessState {
  access: AccessStatus
  /** True until everything is known, including the payment provider's status. False when no user is signed in. */
  loading: boolean
  /** True as soon as `access.isAdmin` is known, which is before `loading` ends. */
  roleKnown: boolean
  /** True when the server could not be reached. Screens may offer to try again; no access is granted until then. */
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
  balanceDueMinor: null,
  disputed: false,
  withoutRenewal: false,
  pass: null,
  passDisputed: false,
}

const unknown: AccessState = { access: noAccess, loading: true, roleKnown: false, failed: false }
const signedOut: AccessState = { access: noAccess, loading: false, roleKnown: true, failed: false }

let early: { readonly access: AccessStatus; readonly state: AccessState } | undefined

/**
 * Returns the state that a prerendered page shows until all its parts have been hydrated: with the access that the
 * early rows were shown for, if the page shows any to this user. Returns the same object each time, because a new one
 * would render the page again.
 */
const stateOfPage = (user: string | undefined): AccessState => {
  const access = earlyRowsOf(user)?.access
  if (!access) return unknown
  if (early?.access !== access) early = { access, state: { ...unknown, access, roleKnown: true } }
  return early.state
}

/** Returns the state before the server has responded. */
const firstState = (user: string | undefined): AccessState =>
  user === undefined ? signedOut : stateOfPage(user)

const store = createStore(unknown)
/** The user that the stored state belongs to; undefined when no user is signed in. */
let userId: string | undefined
let started = false

/**
 * Loads the access status when the user changes, and resets it after a sign-out. Must be called before a page with
 * early rows is hydrated, so that the first render matches them.
 */
export const followSession = (): void => {
  const user = currentSession()?.user.id
  if (user === userId && started) return
  started = true
  userId = user
  store.set(firstState(user))
  if (user !== undefined) void load(user)
}

const load = async (user: string): Promise<void> => {
  try {
    const access = await read(user)
    if (access.isSubscribed) return finishLoading(user)
    if (access.isAdmin) finishLoading(user)
    // The check may also have found that a former subscriber owes a payment.
    if ((await isSubscribedNow()) || access.subscriptionTier) await read(user)
    finishLoading(user)
  } catch {
    // No error message: a visitor who only reads a page does not need one. Screens that need the access status
    // check `failed` and offer to try again.
    const state = store.get()
    if (user === userId && state.loading)
      store.set({ ...state, loading: false, roleKnown: true, failed: true })
  }
}

/** Numbers of the latest request, and of the request whose response was published last. */
let latestRequest = 0
let publishedRequest = 0

/** Returns the server's record of the access status, and publishes it unless a later request was answered first. */
const read = async (user: string, inChat = false): Promise<AccessStatus> => {
  latestRequest += 1
  const request = latestRequest
  const access = await call('get-access', inChat ? { in_chat: true } : {})
  if (user === userId && request > publishedRequest) {
    publishedRequest = request
    store.set({ access, loading: store.get().loading, roleKnown: true, failed: false })
  }
  return access
}

const finishLoading = (user: string): void => {
  if (user === userId) store.set({ ...store.get(), loading: false })
}

/**
 * Returns whether the account has a subscription. The server checks with the payment provider, because its own record has
 * none, and updates the record.
 */
const isSubscribedNow = async (): Promise<boolean> => {
  try {
    return (await call('check-subscription', {})).subscribed
  } catch {
    // A background check: the result of get-access stands.
    return false
  }
}

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribe = store.subscribe(listener)
  const stopFollowing = onSessionEvent(followSession)
  followSession()
  return () => {
    unsubscribe()
    stopFollowing()
  }
}

/** Returns the stored state. A state of an earlier user is never returned, not even until the session event fires. */
export const accessState = (): AccessState => (currentSession()?.user.id === userId ? store.get() : unknown)

/** Returns the access of the signed-in account, as reported by the server. */
export const useAccess = (): AccessState =>
  useStore({ get: accessState, subscribe }, stateOfPage(currentSession()?.user.id))

/** Loads the access status again. `loading` is true until it has. */
export const refreshAccess = async (): Promise<void> => {
  const user = currentSession()?.user.id
  if (user === undefined) return
  userId = user
  started = true
  store.set({ ...store.get(), loading: true })
  await load(user)
}

/**
 * Loads the server's own record of the access status again, without a loading state. Returns undefined, and keeps the
 * earlier state, when no user is signed in or the call fails. `inChat`: also reports to the server that the holder of a
 * pass is in the chat.
 */
export const rereadAccess = async (inChat = false): Promise<AccessStatus | undefined> => {
  const user = currentSession()?.user.id
  if (user === undefined) return undefined
  try {
    const access = await read(user, inChat)
    finishLoading(user)
    return access
  } catch {
    // Callers repeat this request regularly, so one failure does not matter.
    return undefined
  }
}

/** Returns whether the account is an admin. False on errors and when no user is signed in. */
export const useAdmin = (): { isAdmin: boolean; loading: boolean } => {
  const { access, roleKnown } = useAccess()
  return { isAdmin: access.isAdmin, loading: !roleKnown }
}
