import { useEffect, useState } from 'react'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { followServerTime } from '#web/lib/at-server-time.ts'
import { onServerTime, serverNow } from '#web/lib/server-time.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import type { ChatAccess } from './chat-access.ts'

/** Returns the stored session end if it is in the future. Removes a past or invalid one. */
const storedEnd = (): string | null => {
  const text = stored(storageKeys.sessionExpiry)
  if (text === null) return null
  if (Date.parse(text) > serverNow().getTime()) return text
  store(storageKeys.sessionExpiry, null)
  return null
}

/**
 * Reports the stored session end now, when it passes, and when another tab or the server's clock changes it.
 * Returns a function that stops the reports.
 */
const watchStoredEnd = (onEnd: (end: string | null) => void): (() => void) => {
  const follow = () =>
    followServerTime(() => {
      const end = storedEnd()
      onEnd(end)
      return end === null ? undefined : Date.parse(end)
    })
  let stop = follow()
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== storageKeys.sessionExpiry) return
    stop()
    stop = follow()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
  }
}

/**
 * Returns the end of the running session as ISO time, or null if none is running. Uses the stored end until
 * the server has reported one.
 */
export const useSessionEnd = (access: ChatAccess, signedIn: boolean): string | null => {
  const [storedValue, setStoredValue] = useState<string | null>(null)
  // The server cannot report on a signed-out visitor without a guest key.
  const isReported =
    access.kind === 'pass' || access.kind === 'member' || (access.kind === 'none' && signedIn)
  const reportedEnd = access.kind === 'pass' ? access.endsAt : null
  useEffect(() => {
    if (!isReported) return watchStoredEnd(setStoredValue)
    store(storageKeys.sessionExpiry, reportedEnd)
  }, [isReported, reportedEnd, access.kind])
  return isReported ? reportedEnd : storedValue
}

/** Returns the whole seconds until a time by the server's clock. Updates every second and stops at 0. */
export const useSecondsUntil = (iso: string): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(iso))
  useEffect(() => {
    const update = () => setSeconds(secondsUntil(iso))
    update()
    const timer = setInterval(update, 1000)
    const stop = onServerTime(update)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [iso])
  return seconds
}

const secondsUntil = (iso: string): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - serverNow().getTime()) / 1000))
