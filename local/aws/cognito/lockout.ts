import type { Clock } from '../../clock.ts'

const freeAttempts = 5
const longestLockMs = 15 * 60 * 1000

export interface Lockout {
  locked(userId: string): boolean
  failed(userId: string): void
  succeeded(userId: string): void
  clear(): void
}

/**
 * Cognito's lockout: after n ≥ 5 wrong passwords, 2^(n−5) seconds up to about 15 minutes; attempts during
 * a lock do not count; 15 minutes without attempts, or a success, forget everything ("Lockout behavior for
 * failed sign-in attempts" in the Cognito developer guide).
 */
export const createLockout = (clock: Clock): Lockout => {
  const failures = new Map<string, { count: number; lastAtMs: number; lockedUntilMs: number }>()

  const recall = (userId: string) => {
    const nowMs = clock.now().getTime()
    const known = failures.get(userId)
    // A clock that was set back is no attempt in the future: start afresh.
    const stale = known && (nowMs < known.lastAtMs || nowMs >= known.lockedUntilMs + longestLockMs)
    return known && !stale ? known : { count: 0, lastAtMs: nowMs, lockedUntilMs: nowMs }
  }

  return {
    locked: (userId) => recall(userId).lockedUntilMs > clock.now().getTime(),
    failed: (userId) => {
      const count = recall(userId).count + 1
      const lockMs = count < freeAttempts ? 0 : Math.min(2 ** (count - freeAttempts) * 1000, longestLockMs)
      const nowMs = clock.now().getTime()
      failures.set(userId, { count, lastAtMs: nowMs, lockedUntilMs: nowMs + lockMs })
    },
    succeeded: (userId) => void failures.delete(userId),
    clear: () => failures.clear(),
  }
}
