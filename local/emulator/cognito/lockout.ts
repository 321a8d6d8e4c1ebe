import type { Clock } from '#local/kit/clock.ts'

const freeAttempts = 5
const maxLockMs = 15 * 60 * 1000

export interface Lockout {
  locked(userId: string): boolean
  failed(userId: string): void
  succeeded(userId: string): void
  clear(): void
}

/**
 * Emulates Cognito's lockout: after n ≥ 5 wrong passwords, 2^(n−5) seconds, up to about 15 minutes. Attempts
 * during a lock do not count. Fifteen minutes without attempts, or a success, resets the count ("Lockout
 * behavior for failed sign-in attempts" in the Cognito developer guide).
 */
export const createLockout = (clock: Clock): Lockout => {
  const failures = new Map<string, { count: number; lastAtMs: number; lockedUntilMs: number }>()

  const currentFailures = (userId: string) => {
    const nowMs = clock.now().getTime()
    const known = failures.get(userId)
    // If the clock was set back, the last attempt lies in the future, so counting starts again.
    const stale = known && (nowMs < known.lastAtMs || nowMs >= known.lockedUntilMs + maxLockMs)
    return known && !stale ? known : { count: 0, lastAtMs: nowMs, lockedUntilMs: nowMs }
  }

  return {
    locked: (userId) => currentFailures(userId).lockedUntilMs > clock.now().getTime(),
    failed: (userId) => {
      const count = currentFailures(userId).count + 1
      const lockMs = count < freeAttempts ? 0 : Math.min(2 ** (count - freeAttempts) * 1000, maxLockMs)
      const nowMs = clock.now().getTime()
      failures.set(userId, { count, lastAtMs: nowMs, lockedUntilMs: nowMs + lockMs })
    },
    succeeded: (userId) => void failures.delete(userId),
    clear: () => failures.clear(),
  }
}
