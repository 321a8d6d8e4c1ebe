import { unfinishedPasswordChangeSeconds } from '#shared/values/limits.ts'
import type { ProfileRecord } from './records.ts'

/** A change of password that was begun and not completed. The pool has the new password if `isSet`. */
export interface UnfinishedPasswordChange {
  readonly startedAt: string
  readonly isSet: boolean
  readonly removedPasskeys: readonly string[]
}

const oldestStart = (now: Date): string =>
  new Date(now.getTime() - unfinishedPasswordChangeSeconds * 1000).toISOString()

/** Returns the unfinished change of an account, which its user may complete within an hour. */
export const unfinishedPasswordChange = (
  {
    password_change_started_at: startedAt,
    password_change_set: isSet = false,
    password_change_removed_passkeys: removedPasskeys = [],
  }: ProfileRecord,
  now: Date,
): UnfinishedPasswordChange | undefined =>
  startedAt === undefined || startedAt < oldestStart(now) ? undefined : { startedAt, isSet, removedPasskeys }

/** A condition on a profile: no change of password is running. */
export const noPasswordChange = (now: Date) => ({
  onlyIf: '(attribute_not_exists(password_change_started_at) OR password_change_started_at < :oldestChange)',
  values: { ':oldestChange': oldestStart(now) },
})
