import { serverNow } from '#web/lib/server-time.ts'

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
