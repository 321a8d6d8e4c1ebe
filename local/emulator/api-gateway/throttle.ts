import type { Throttling } from '../cloudformation/api.ts'

/** Creates a token bucket like API Gateway's: up to `burst` concurrent requests, refilled at `rate` per second. */
export const createThrottle = ({ rate, burst }: Throttling, nowMs: () => number) => {
  let tokens = burst
  let filledAt = nowMs()
  /** Takes one token. Returns false if none is left. */
  return (): boolean => {
    const now = nowMs()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
