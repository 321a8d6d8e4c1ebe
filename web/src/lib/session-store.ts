import * as storageKeys from '#shared/values/storage-keys.ts'
import { isSessionShared, readSessionText, removeSessionText, writeSessionText } from './session-storage.ts'
import { createListeners } from './store.ts'
import { listenToTabs, postToTabs } from './tab-channel.ts'
import { clearTextsOf, textsClearedChannel } from './user-data.ts'

/** The session of this browser, without the sign-in library. `session-storage.ts` stores it. */

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
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'

export const sessionStorageKey = storageKeys.session

type Listener = (event: SessionEvent, session: Session | null) => void

const listeners = createListeners<Parameters<Listener>>()
let cached: { text: string; session: Session } | undefined

/** Returns the stored session, or null. Returns the same object until the stored text changes. */
export const currentSession = (): Session | null => {
  const text = readSessionText()
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
    // The value is incomplete, or we did not write it. The user counts as signed out.
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
 * Stores the session and notifies the listeners. Without `remember`, it lasts as long as the earlier session, and a
 * first session is remembered.
 */
export const storeSession = (session: Session, event: SessionEvent, remember?: boolean): void => {
  writeSessionText(JSON.stringify(session), remember)
  notify(event)
}

interface Renewal {
  /** The refresh token that has been exchanged. */
  readonly replaces: string
  readonly session: Session
}

/**
 * Stores the session with its new tokens. A duplicated tab that keeps the session to itself has a copy of the exchanged
 * refresh token, which stops working within a minute, so it receives the new tokens by message.
 */
export const replaceSession = (earlier: Session, session: Session): void => {
  storeSession(session, 'TOKEN_REFRESHED')
  if (isSessionShared()) return
  const renewal: Renewal = { replaces: earlier.refresh_token, session }
  postToTabs(renewedChannel, renewal)
}

const isRenewal = (value: unknown): value is Renewal =>
  typeof value === 'object' &&
  value !== null &&
  'replaces' in value &&
  'session' in value &&
  isSession(value.session)

/** Removes the session from this device, in every tab. Returns the id of its user. */
export const dropSession = (): string | undefined => {
  const userId = currentSession()?.user.id
  removeSession()
  if (userId !== undefined) postToTabs(droppedChannel, userId)
  return userId
}

const removeSession = (): void => {
  const wasSignedIn = currentSession() !== null
  removeSessionText()
  if (wasSignedIn) notify('SIGNED_OUT')
}

const notify = (event: SessionEvent): void => listeners.notify(event, currentSession())

/** The channels that report a sign-out and new tokens to other tabs. */
const droppedChannel = 'auth-session-dropped'
const renewedChannel = 'auth-session-renewed'
let channels: readonly (BroadcastChannel | undefined)[] = []

/** Calls `listener` on each change, in this tab or in another. Returns an unsubscribe function. */
export const onSessionEvent = (listener: Listener): (() => void) => {
  if (listeners.isEmpty()) {
    window.addEventListener('storage', onStorage)
    channels = [
      listenToTabs(droppedChannel, (userId) => {
        if (userId === currentSession()?.user.id) removeSession()
      }),
      listenToTabs(renewedChannel, (message) => {
        if (isRenewal(message) && message.replaces === currentSession()?.refresh_token)
          storeSession(message.session, 'TOKEN_REFRESHED')
      }),
      listenToTabs(textsClearedChannel, clearTextsOf),
    ]
  }
  const unsubscribe = listeners.add(listener)
  return () => {
    unsubscribe()
    if (!listeners.isEmpty()) return
    window.removeEventListener('storage', onStorage)
    for (const channel of channels) channel?.close()
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
