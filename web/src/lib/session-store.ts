import * as storageKeys from '#shared/values/storage-keys.ts'
import { createListeners } from './store.ts'

/**
 * The session of this browser, without the sign-in library. It is stored in localStorage, or in sessionStorage when
 * the user did not choose to be remembered.
 */

export interface SessionUser {
  id: string
  /** Empty until known: the access token of an emailed link does not contain the address. */
  email: string
  identities: readonly { provider: string; id: string }[]
  factors: readonly { id: string; factor_type: string }[]
}

export interface Session {
  access_token: string
  refresh_token: string
  /** In seconds since 1970, by the browser's clock. */
  expires_at: number
  /** Lifetime of the access token when it was issued, in seconds. */
  expires_in: number
  token_type: 'bearer'
  user: SessionUser
}

export type SessionEvent =
  'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'

export const sessionStorageKey = storageKeys.session

type Listener = (event: SessionEvent, session: Session | null) => void

const listeners = createListeners<Parameters<Listener>>()
let cached: { text: string; session: Session } | undefined

/** Returns the storages that may contain a session, the preferred one first. None while a page is prerendered. */
const storages = (): Storage[] => {
  if (typeof window === 'undefined') return []
  try {
    return [window.localStorage, window.sessionStorage]
  } catch {
    // A browser that blocks storage throws on access. No user can be signed in there.
    return []
  }
}

/** Returns the stored session, or null. Returns the same object until the stored text changes. */
export const currentSession = (): Session | null => {
  const text = storages()
    .map((storage) => storage.getItem(sessionStorageKey))
    .find((entry) => entry !== null)
  if (text === undefined) return null
  if (cached?.text !== text) {
    const session = parseSession(text)
    if (!session) return null
    cached = { text, session }
  }
  return cached.session
}

const parseSession = (text: string): Session | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isSession(value) ? value : undefined
  } catch {
    // Not ours, or written incompletely: treated as signed out.
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
 * Stores the session and notifies the listeners. Without `remember`, it replaces the earlier session in the same
 * storage, and a first session is remembered.
 */
export const storeSession = (session: Session, event: SessionEvent, remember?: boolean): void => {
  const [local, perTab] = storages()
  const target = (remember ?? !perTab?.getItem(sessionStorageKey)) ? local : perTab
  for (const storage of storages()) if (storage !== target) storage.removeItem(sessionStorageKey)
  target?.setItem(sessionStorageKey, JSON.stringify(session))
  notify(event)
}

/** Removes the session from this device, in every tab. */
export const dropSession = (): void => {
  const userId = currentSession()?.user.id
  removeSession()
  if (userId === undefined) return
  const tabs = new BroadcastChannel(channelName)
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
  tabs.postMessage(userId)
  tabs.close()
}

const removeSession = (): void => {
  const wasSignedIn = currentSession() !== null
  for (const storage of storages()) storage.removeItem(sessionStorageKey)
  if (wasSignedIn) notify('SIGNED_OUT')
}

const notify = (event: SessionEvent): void => listeners.notify(event, currentSession())

/** Reports a sign-out to other tabs. Tabs with a session in their sessionStorage receive no storage event. */
const channelName = 'auth-session-dropped'
let otherTabs: BroadcastChannel | undefined

/** Calls `listener` at each change, in this tab or in another. Returns an unsubscribe function. */
export const onSessionEvent = (listener: Listener): (() => void) => {
  if (listeners.isEmpty()) {
    window.addEventListener('storage', onStorage)
    otherTabs = new BroadcastChannel(channelName)
    otherTabs.addEventListener('message', ({ data }) => {
      if (data === currentSession()?.user.id) removeSession()
    })
  }
  const unsubscribe = listeners.add(listener)
  return () => {
    unsubscribe()
    if (!listeners.isEmpty()) return
    window.removeEventListener('storage', onStorage)
    otherTabs?.close()
  }
}

const onStorage = ({ key, oldValue, newValue, storageArea }: StorageEvent): void => {
  if (storageArea !== window.localStorage) return
  if (key !== sessionStorageKey && key !== null) return
  const before = oldValue === null ? undefined : parseSession(oldValue)
  const after = newValue === null ? undefined : parseSession(newValue)
  if (!after) notify('SIGNED_OUT')
  else if (before?.user.id !== after.user.id) notify('SIGNED_IN')
  else notify(before.user.email === after.user.email ? 'TOKEN_REFRESHED' : 'USER_UPDATED')
}
