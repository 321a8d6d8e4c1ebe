import { isFuture } from './current-pass.ts'

/** Interval of the check of a running pass, in milliseconds. A refund or a dispute ends or shortens the pass. */
const intervalMs = 2 * 60_000

/**
 * Calls `check` regularly until the end of a running pass, an ISO time, except in a hidden tab. Returns a function that
 * stops the calls.
 */
export const repeatPassCheck = (endsAt: string, check: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (document.visibilityState !== 'hidden' && isFuture(endsAt)) check()
  }, intervalMs)
  return () => clearInterval(timer)
}
