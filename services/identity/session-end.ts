import { setTimeout as sleep } from 'node:timers/promises'
import type { ProfileRecord } from '../platform/table/records.ts'

/** Tokens carry their sign-in in whole seconds, set a moment after our own note of it. Milliseconds. */
const uncertainMs = 2000

/**
 * From when on sign-ins count after the person's sessions were ended at `now`. Tokens name the second of
 * their sign-in and no more: where somebody has only just signed in, the whole second has to count as
 * before, so that no session outlives its end.
 */
export const sessionsValidAfter = ({ last_sign_in_at }: ProfileRecord, now: Date): Date => {
  const signedInMs = last_sign_in_at === undefined ? 0 : Date.parse(last_sign_in_at)
  if (now.getTime() - signedInMs > uncertainMs) return now
  return new Date((Math.floor(now.getTime() / 1000) + 1) * 1000)
}

/** Waits until `time`, at most a second: who then signs in again is not taken for one of those before. */
export const untilTime = async (time: Date): Promise<void> => {
  const ms = time.getTime() - Date.now()
  if (ms > 0) await sleep(Math.min(ms, 1000))
}
