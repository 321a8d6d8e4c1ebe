import { useEffect, useState } from 'react'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import { onServerTime, serverNow } from '../../lib/server-time.ts'
import { store, stored } from '../../lib/stored.ts'
import type { Holder } from './holder.ts'

/** The stored end of a session that still runs; one that is past, or no date at all, is removed. */
const storedEnd = (): string | null => {
  const text = stored(storageKeys.sessionExpiry)
  if (text === null) return null
  if (Date.parse(text) > serverNow().getTime()) return text
  store(storageKeys.sessionExpiry, null)
  return null
}

/** How long a timer waits at most, in milliseconds: a laptop that wakes up may have slept through the end. */
const lookEveryMs = 60_000

/** Tells the stored end, and again when it has come, when another tab changes it and when the time is another. */
const watchStoredEnd = (tell: (end: string | null) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const end = storedEnd()
    tell(end)
    if (end === null) return
    timer = setTimeout(look, Math.min(Date.parse(end) - serverNow().getTime(), lookEveryMs))
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKeys.sessionExpiry) look()
  }
  look()
  const stop = onServerTime(look)
  window.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(timer)
    stop()
    window.removeEventListener('storage', onStorage)
  }
}

/**
 * When the session that runs in this browser ends: by the server's word, and by what was stored of it while
 * the server has said nothing. ISO time; null when none runs.
 */
export const useSessionEnd = (holder: Holder, signedIn: boolean): string | null => {
  const [remembered, setRemembered] = useState<string | null>(null)
  // Of a visitor without a key the server knows nothing that it could say.
  const isTold = holder.kind === 'pass' || holder.kind === 'member' || (holder.kind === 'nobody' && signedIn)
  const told = holder.kind === 'pass' ? holder.endsAt : null
  useEffect(() => {
    if (!isTold) return watchStoredEnd(setRemembered)
    store(storageKeys.sessionExpiry, told)
  }, [isTold, told, holder.kind])
  return isTold ? told : remembered
}

/** Whole seconds until a time by the server's clock, told each second; 0 when it is past. */
export const useSecondsUntil = (iso: string): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(iso))
  useEffect(() => {
    const look = () => setSeconds(secondsUntil(iso))
    look()
    const timer = setInterval(look, 1000)
    const stop = onServerTime(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [iso])
  return seconds
}

const secondsUntil = (iso: string): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - serverNow().getTime()) / 1000))
