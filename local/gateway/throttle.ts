import type { Throttling } from '../template/api.ts'

/** A token bucket as API Gateway keeps it: `burst` calls at once, refilled at `rate` per second. */
export const createThrottle = ({ rate, burst }: Throttling, nowMs: () => number) => {
  let tokens = burst
  let filledAt = nowMs()
  /** Takes one token; false when there is none. */
  return (): boolean => {
    const now = nowMs()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
