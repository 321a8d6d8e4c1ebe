import { useEffect } from 'react'
import { passMinutes } from '#shared/values/plans.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import type { CallResult } from '#web/lib/call.ts'
import { clearChatState } from '#web/lib/chat-state.ts'
import { offeredGuestKey } from '#web/lib/guest-key.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { checkGuestAccess } from './api.ts'
import { disputedKey, endPassNotice, type PassNotice, setPassNotice } from './pass-notice.ts'
import { acceptOfferedKey } from './offered-pass.ts'
import { runUnlessChatShown } from './shown-chat.ts'

/** Times of a pass, ISO, and its length. */
export interface PassTimes {
  /** End of the pass. Null until its timer has started. */
  readonly endsAt: string | null
  /** Expiry of an unused pass, if known. */
  readonly useBy: string | null
  /** First adviser reply that the visitor was away for. Opening the chat then starts the timer. */
  readonly repliedAt: string | null
  /** The total minutes of the purchases that count, including minutes already used. */
  readonly minutes: number
  /** The minutes of the purchases that do not count while their payments are disputed, if there are any. */
  readonly disputedMinutes?: number | undefined
}

/** The guest pass whose key this browser stores, as last reported by the server. */
export type GuestPass =
  | { readonly state: 'none' }
  | { readonly state: 'checking' | 'unknown'; readonly key: string }
  | ({ readonly state: 'active'; readonly key: string } & PassTimes)

const none: GuestPass = { state: 'none' }
const latest = createStore<GuestPass>(none)

const storedKey = (): string | undefined => stored(storageKeys.guestKey) || undefined

/**
 * Deletes what the chat of a guest's ended pass has stored. While a tab shows the chat, its conversation stays
 * readable: the next check after that deletes it. The chat data of a signed-in user stays until sign-out: without a
 * guest key, they may still have access that could not be checked.
 */
const forgetEndedChat = (): Promise<void> =>
  runUnlessChatShown(() => {
    const hasPass = latest.get().state !== 'none' || storedKey() !== undefined
    if (currentSession() === null && !hasPass) clearChatState()
  })

/**
 * Checks the stored guest key, if any, with the server. Removes a key that is no longer active. If the check
 * fails, keeps the key and its last known state. `inChat`: also tells the server that the holder is in the chat.
 */
export const refreshGuestPass = async (inChat = false): Promise<GuestPass> => {
  await acceptOfferedKey()
  if (storedKey() === undefined) await recheckDisputedPass()
  const key = storedKey()
  if (key === undefined) latest.set(none)
  else {
    if (!hasKey(latest.get(), key)) latest.set({ state: 'checking', key })
    const next = await fetchPass(key, inChat)
    // Skipped if the key has changed in the meantime: the code that stored the new key checks it.
    if (storedKey() === key) {
      if (next.state === 'none')
        for (const name of [storageKeys.guestKey, storageKeys.sessionExpiry] as const) store(name, null)
      if (next.state !== 'unknown' || latest.get().state === 'checking') latest.set(next)
    }
  }
  void forgetEndedChat()
  return latest.get()
}

const hasKey = (pass: GuestPass, key: string): boolean => pass.state !== 'none' && pass.key === key

/** Returns why a key gives no access, if the server says so. */
const noticeOf = (found: CallResult<'check-guest-access'>, key: string): PassNotice | null => {
  const { expired_at: expiredAt, reversal } = found
  if (reversal !== undefined) return reversal === 'disputed' ? { reversal, key } : { reversal }
  return expiredAt === undefined ? null : { expiredAt }
}

/** Checks a disputed pass again. The browser uses it again if the dispute was settled in our favour. */
const recheckDisputedPass = async (): Promise<void> => {
  const key = disputedKey()
  if (key === undefined) return
  try {
    const found = await checkGuestAccess(key)
    if (disputedKey() !== key || storedKey() !== undefined) return
    setPassNotice(noticeOf(found, key))
    if (found.active) store(storageKeys.guestKey, key)
  } catch {
    // The notice stays, and the next call checks the pass again.
  }
}

const fetchPass = async (key: string, inChat: boolean): Promise<GuestPass> => {
  try {
    const found = await checkGuestAccess(key, inChat)
    const { ends_at: endsAt = null, use_by: useBy = null, adviser_replied_at: repliedAt = null } = found
    const { minutes = passMinutes, disputed_minutes: disputedMinutes } = found // Older server versions report none.
    const notice = noticeOf(found, key)
    if (notice !== null) setPassNotice(notice)
    else if (found.active) endPassNotice(key)
    return found.active ? { state: 'active', key, endsAt, useBy, repliedAt, minutes, disputedMinutes } : none
  } catch {
    // The failure is not shown as an error: the page offers to check again and grants no access in the meantime.
    return { state: 'unknown', key }
  }
}

/** Returns 'none' without a stored key, and 'checking' until the server has reported on the key. */
const current = (): GuestPass => {
  const key = storedKey()
  if (key === undefined) return none
  return hasKey(latest.get(), key) ? latest.get() : checkingOf(key)
}

let checking: GuestPass & { state: 'checking' | 'unknown' } = { state: 'checking', key: '' }
const checkingOf = (key: string): GuestPass => {
  if (checking.key !== key) checking = { state: 'checking', key }
  return checking
}

/** Time after which an offered key is checked again while its check fails, in milliseconds. */
export const retryMs = 30_000

/** Repeats a check while there is an offered key that could not be checked. Returns a function that stops it. */
const repeatWhileOffered = (check: () => Promise<unknown>): (() => void) => {
  const timer = setInterval(() => {
    if (offeredGuestKey() !== undefined && document.visibilityState !== 'hidden') void check()
  }, retryMs)
  return () => clearInterval(timer)
}

/**
 * Returns the guest pass of this browser, or 'none' unless `enabled`. Checks it with the server when enabled,
 * and again when another tab changes it.
 */
export const useGuestPass = (enabled: boolean): GuestPass => {
  const pass = useStore({ get: current, subscribe: latest.subscribe }, none)
  useEffect(() => {
    if (!enabled) {
      // The pass of an emailed link is kept for later, even while the account gives access.
      void acceptOfferedKey()
      return repeatWhileOffered(acceptOfferedKey)
    }
    void refreshGuestPass()
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKeys.guestKey || key === storageKeys.sessionExpiry) void refreshGuestPass()
    }
    window.addEventListener('storage', onStorage)
    const stopChecks = repeatWhileOffered(() => refreshGuestPass())
    return () => {
      stopChecks()
      window.removeEventListener('storage', onStorage)
    }
  }, [enabled])
  return enabled ? pass : none
}
