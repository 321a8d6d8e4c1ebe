import { keys } from '../table/keys.ts'
import { check, type Write } from '../table/write.ts'
import { activeAccountCondition } from './account.ts'
import { noPasswordChange } from './password-change.ts'
import type { ProfileRecord } from './records.ts'

/**
 * Returns the condition on a profile that the account is active, that its sessions were not ended since its profile was
 * read, and that no change of password is running. Otherwise a stranger's session could add a way to sign in while the
 * owner's new password ends that session.
 */
export const sameSessions = ({ tokens_valid_after: after }: ProfileRecord, now: Date) => {
  const noChange = noPasswordChange(now)
  return {
    onlyIf: `${activeAccountCondition} AND ${noChange.onlyIf} AND ${
      after === undefined ? 'attribute_not_exists(tokens_valid_after)' : 'tokens_valid_after = :after'
    }`,
    values: { ...noChange.values, ...(after === undefined ? {} : { ':after': after }) },
  }
}

/**
 * Requires `sameSessions`.
 *
 * @param otherwise outcome of the transaction when the condition does not hold
 */
export const requireSameSessions = <Otherwise extends string>(
  profile: ProfileRecord,
  now: Date,
  otherwise: Otherwise,
): Write<Otherwise> => check(keys.profile(profile.user_id), { ...sameSessions(profile, now), otherwise })
