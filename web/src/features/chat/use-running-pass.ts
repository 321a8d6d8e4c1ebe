import { useEffect } from 'react'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { type AccessState, rereadAccess } from '#web/lib/access.ts'
import type { RunningPass } from '#web/lib/running-pass.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { endChatWithoutAccess, recheckPass, schedulePassEnd } from './chat-session.ts'
import { currentPass } from './current-pass.ts'

/** Returns whether the time of a pass is up. The timer of the pass then checks it and ends the chat. */
const isTimeUp = ({ endsAt }: RunningPass): boolean => Date.parse(endsAt) <= serverNow().getTime()

/** Checks the stored guest pass. Corrects the end stored beside its key, which may belong to an account's pass. */
const checkStoredPass = async (guestKey: string): Promise<void> => {
  const check = await recheckPass({ guestKey })
  if (check.state !== 'active' || stored(storageKeys.guestKey) !== check.guestKey) return
  store(storageKeys.sessionExpiry, check.endsAt)
  if (check.endsAt === null) schedulePassEnd(undefined)
}

/**
 * Returns the running pass that gives access to the chat, if any. Stops following a pass that no longer does, and ends
 * its chat if nothing else gives access. Checks a stored guest pass once when this tab starts to follow it.
 */
export const useRunningPass = (followed: RunningPass | null, state: AccessState): RunningPass | null => {
  const current = currentPass(followed, state)
  const { isSubscribed, isAdmin, hasOneTimeAccess } = state.access
  const isWithoutAccess = !isSubscribed && !isAdmin && !hasOneTimeAccess
  const replaced = current === null ? followed : null
  useEffect(() => {
    if (replaced === null || isTimeUp(replaced)) return
    // Notifies other tabs. The end of a guest pass is kept: it counts again when the account's access ends.
    if (replaced.guestKey === undefined) store(storageKeys.sessionExpiry, null)
    schedulePassEnd(undefined)
    if (isWithoutAccess) void endChatWithoutAccess()
  }, [replaced, isWithoutAccess])
  const storedKey = followed === null ? current?.guestKey : undefined
  useEffect(() => {
    if (storedKey !== undefined) void checkStoredPass(storedKey)
  }, [storedKey])
  return current
}

interface PassState {
  /** True if this tab already follows a pass. After a page load, it does not. */
  readonly isFollowed: boolean
  /** True if the time of the pass is up. */
  readonly isOver: boolean
}

/** Schedules the end of a running pass, on any page. Checks the pass again when another tab changes it. */
export const usePassEnd = ({ guestKey, endsAt }: RunningPass, { isFollowed, isOver }: PassState): void => {
  useEffect(() => schedulePassEnd({ guestKey, endsAt }), [guestKey, endsAt, isFollowed])
  useEffect(() => {
    // Tabs notify each other through the stored end. The end of a guest pass is stored already.
    if (guestKey === undefined) store(storageKeys.sessionExpiry, isOver ? null : endsAt)
  }, [guestKey, endsAt, isOver])
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const isEnd = key === storageKeys.sessionExpiry && newValue !== endsAt
      const isKey = key === storageKeys.guestKey && guestKey !== undefined
      if ((!isEnd && !isKey) || isTimeUp({ guestKey, endsAt })) return
      // `SessionBar` follows the access of the account.
      if (guestKey === undefined) void rereadAccess()
      // Time was added in another tab. The server checks it before this tab ends the chat.
      else if (isEnd && newValue !== null && newValue > endsAt && stored(storageKeys.guestKey) === guestKey)
        schedulePassEnd({ guestKey, endsAt: newValue })
      else void recheckPass({ guestKey })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [guestKey, endsAt])
}
