import { onServerTime, serverNow } from './server-time.ts'

/** Longest time between checks, in milliseconds. Timers stop while a device sleeps. */
const maxIntervalMs = 60_000

/**
 * Calls `act` at a time by the server's clock, in milliseconds since 1970, or within a minute after a device wakes that
 * has slept through it. Returns a function that cancels the call.
 */
export const atServerTime = (time: number, act: () => void): (() => void) => {
  const leftMs = () => Math.max(0, time - serverNow().getTime())
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => (leftMs() > 0 ? wait() : act()), Math.min(leftMs(), maxIntervalMs))
  }
  wait()
  return () => clearTimeout(timer)
}

/**
 * Keeps something up to date with the server's clock. Calls `update` now, at the time that it returns and at least every
 * minute until then, when the server's clock turns out to differ, and when the tab is shown again. Returns a function
 * that stops the calls.
 *
 * @param update returns the time of the next change, later than now, in milliseconds since 1970, or undefined if no
 *   change is known
 */
export const followServerTime = (update: () => number | undefined): (() => void) => {
  let cancel = (): void => {}
  const run = () => {
    cancel()
    const next = update()
    if (next !== undefined) cancel = atServerTime(Math.min(next, serverNow().getTime() + maxIntervalMs), run)
  }
  run()
  const unsubscribe = onServerTime(run)
  document.addEventListener('visibilitychange', run)
  return () => {
    cancel()
    unsubscribe()
    document.removeEventListener('visibilitychange', run)
  }
}
