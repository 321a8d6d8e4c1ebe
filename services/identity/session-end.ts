import { setTimeout as sleep } from 'node:timers/promises'
import type { ProfileRecord } from '#platform/account/records.ts'

/**
 * A token carries its sign-in time in whole seconds, set shortly after we record the sign-in. Within this many
 * milliseconds of a sign-in, the order of the two times is uncertain.
 */
const uncertainMs = 2000

/** Returns the start of the next second. Tokens of sign-ins until `time` carry an earlier second. */
export const nextSecond = (time: Date): Date => new Date((Math.floor(time.getTime() / 1000) + 1) * 1000)

/**
 * Returns the time from which sign-ins count once all sessions are ended at `now`. Tokens carry whole seconds
 * only, so after a very recent sign-in this is the start of the next second: no earlier session survives.
 */
export const sessionsValidAfter = ({ last_sign_in_at }: ProfileRecord, now: Date): Date => {
  const signedInMs = last_sign_in_at === undefined ? 0 : Date.parse(last_sign_in_at)
  if (now.getTime() - signedInMs > uncertainMs) return now
  return nextSecond(now)
}

/** Waits until `time`, at most one second, so that the next sign-in is not rejected as an earlier one. */
export const waitUntil = async (time: Date): Promise<void> => {
  const ms = time.getTime() - Date.now()
  if (ms > 0) await sleep(Math.min(ms, 1000))
}
