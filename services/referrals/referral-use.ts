import { londonDayOf } from '../../shared/rules/london.ts'
import { keys } from '../platform/table/keys.ts'
import type { ProfileRecord } from '../platform/table/records.ts'
import { type Table, update, type Write } from '../platform/table/table.ts'
import { isTokenGood } from './is-token-good.ts'
import { referralRepository } from './referral.repository.ts'

/** The link whose token a sign-up carries, if it counts at this moment. */
export const referralOf = async (table: Table, token: string, now: Date): Promise<string | undefined> => {
  const found = await referralRepository(table).token(token)
  return isTokenGood(found, now) ? found?.referral_id : undefined
}

/**
 * The parts of a transaction that count a verified sign-up for the link that it came by: the link's own count
 * and the count of the day, together. None, when it came by no link or the link was revoked since. Whoever
 * sends them sees to it that a person counts once.
 *
 * @param otherwise the outcome when the link is revoked in the same moment
 */
export const referralUse = async (
  table: Table,
  { referral_id, referrer_token }: ProfileRecord,
  now: Date,
  otherwise: string,
): Promise<Write[]> => {
  const referral = referral_id === undefined ? undefined : await referralRepository(table).find(referral_id)
  if (referral === undefined) return []
  const day = londonDayOf(now)
  // The token of the sign-up, which may have been rotated since.
  const token = referrer_token ?? referral.token
  return [
    update(keys.referral(referral.id), 'ADD used_count :one', {
      onlyIf: 'attribute_exists(pk)',
      values: { ':one': 1 },
      otherwise,
    }),
    update(
      keys.referralDay(day, token),
      'ADD #count :one SET entity = :entity, #day = :day, #token = :token, referrer_name = :name',
      {
        names: { '#count': 'count', '#day': 'day', '#token': 'token' },
        values: {
          ':one': 1,
          ':entity': 'referral-day',
          ':day': day,
          ':token': token,
          ':name': referral.referrer_name,
        },
      },
    ),
  ]
}
