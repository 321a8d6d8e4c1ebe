import * as storageKeys from '../../../shared/values/storage-keys.ts'

/**
 * The session of this browser, readable without React and without the sign-in library. It lives in
 * localStorage, or in sessionStorage when the person did not want to be remembered.
 */

export interface SessionUser {
  id: string
  /** Empty until known: an access token that came with a link carries no address. */
  email: string
  identities: readonly { provider: string; id: string }[]
  factors: readonly { id: string; factor_type: string }[]
}

export interface Session {
  access_token: string
  refresh_token: string
  /** By this browser's clock, in seconds since 1970. */
  expires_at: number
  /** Life of the access token when it was issued, in seconds. */
  expires_in: number
  token_type: 'bearer'
  user: SessionUser
}

export type SessionEvent =
  'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'

export const sessionStorageKey = storageKeys.session

type Listener = (event: SessionEvent, session: Session | null) => void

const listeners = new Set<Listener>()
let known: { text: string; session: Session } | undefined

/** The places where a session may lie, in the order of trust. None while a page is prerendered. */
const places = (): Storage[] => {
  if (typeof window === 'undefined') return []
  try {
    return [window.localStorage, window.sessionStorage]
  } catch {
    // A browser that blocks storage throws on the mere access: nobody is signed in there.
    return []
  }
}

/** The session as stored, or null. The same object is returned until what is stored changes. */
export const currentSession = (): Session | null => {
  const text = places()
    .map((place) => place.getItem(sessionStorageKey))
    .find((entry) => entry !== null)
  if (text === undefined) return null
  if (known?.text !== text) {
    const session = parsed(text)
    if (!session) return null
    known = { text, session }
  }
  return known.session
}

const parsed = (text: string): Session | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isSession(value) ? value : undefined
  } catch {
    // Not ours, or cut off while it was written: the same as being signed out.
    return undefined
  }
}

const isSession = (value: unknown): value is Session =>
  typeof value === 'object' &&
  value !== null &&
  'access_token' in value &&
  typeof value.access_token === 'string' &&
  'refresh_token' in value &&
  typeof value.refresh_token === 'string' &&
  'expires_at' in value &&
  typeof value.expires_at === 'number' &&
  'user' in value &&
  typeof value.user === 'object'

/**
 * Stores the session and tells everybody. Without `remember` it stays where the earlier one was, and a
 * first one is remembered.
 */
export const storeSession = (session: Session, event: SessionEvent, remember?: boolean): void => {
  const [local, perTab] = places()
  const target = (remember ?? !perTab?.getItem(sessionStorageKey)) ? local : perTab
  for (const place of places()) if (place !== target) place.removeItem(sessionStorageKey)
  target?.setItem(sessionStorageKey, JSON.stringify(session))
  announce(event)
}

/** Forgets the session on this device, in every tab. */
export const dropSession = (): void => {
  const userId = currentSession()?.user.id
  forget()
  if (userId === undefined) return
  const tabs = new BroadcastChannel(channelName)
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
  tabs.postMessage(userId)
  tabs.close()
}

const forget = (): void => {
  const had = currentSession() !== null
  for (const place of places()) place.removeItem(sessionStorageKey)
  if (had) announce('SIGNED_OUT')
}

const announce = (event: SessionEvent): void => {
  const session = currentSession()
  for (const listener of listeners) listener(event, session)
}

/** Tells tabs of a sign-out: those that keep a session of their own get no storage event. */
const channelName = 'auth-session-dropped'
let fromTabs: BroadcastChannel | undefined

/** Calls `listener` at each change, in this tab or in another. Returns the way to stop it. */
export const onSessionEvent = (listener: Listener): (() => void) => {
  if (listeners.size === 0) {
    window.addEventListener('storage', fromOtherTab)
    fromTabs = new BroadcastChannel(channelName)
    fromTabs.addEventListener('message', ({ data }) => {
      if (data === currentSession()?.user.id) forget()
    })
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', fromOtherTab)
    fromTabs?.close()
  }
}

const fromOtherTab = ({ key, oldValue, newValue, storageArea }: StorageEvent): void => {
  if (storageArea !== window.localStorage) return
  if (key !== sessionStorageKey && key !== null) return
  const before = oldValue === null ? undefined : parsed(oldValue)
  const after = newValue === null ? undefined : parsed(newValue)
  if (!after) announce('SIGNED_OUT')
  else if (before?.user.id !== after.user.id) announce('SIGNED_IN')
  else announce(before.user.email === after.user.email ? 'TOKEN_REFRESHED' : 'USER_UPDATED')
}
