import { londonDayOf } from '#shared/rules/london.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update, type Write } from '#platform/table/write.ts'
import { isTokenValid } from './referral-link.ts'
import { referralRepository } from './referral.repository.ts'

/** Finds the id of the referral link with this token. Returns `undefined` if the token is not valid now. */
export const findReferralId = async (table: Table, token: string, now: Date): Promise<string | undefined> => {
  const found = await referralRepository(table).findToken(token)
  return isTokenValid(found, now) ? found?.referral_id : undefined
}

const retentionMs = storagePeriods.countedReferral.days * 24 * 3600_000

/**
 * Returns the write that marks an address as counted for a referral link. It fails if the address was counted before.
 * The marker outlives the account: otherwise deleting it and signing up again would count once more.
 */
const markerWrite = (referralId: string, email: string, now: Date, otherwise: string): Write =>
  put(
    keys.countedReferral(hashOf(JSON.stringify([referralId, email]))),
    {
      entity: 'counted_referral',
      expires_at_epoch_seconds: Math.floor((now.getTime() + retentionMs) / 1000),
    },
    {
      onlyIf: 'attribute_not_exists(pk) OR expires_at_epoch_seconds <= :now',
      values: { ':now': Math.floor(now.getTime() / 1000) },
      otherwise,
    },
  )

/**
 * Returns the writes that count a verified sign-up for its referral link, in total and for the day. Returns none
 * if the sign-up had no referral link or the link has been revoked. The caller must make sure that each account
 * counts once.
 *
 * @param otherwise the failed condition that the transaction reports if the link is revoked in the meantime, or has
 * counted the address of an earlier account
 */
export const referralUseWrites = async (
  table: Table,
  { referral_id, referrer_token, email }: ProfileRecord,
  now: Date,
  otherwise: string,
): Promise<Write[]> => {
  const referral = referral_id === undefined ? undefined : await referralRepository(table).find(referral_id)
  if (referral === undefined) return []
  const day = londonDayOf(now)
  // The link's token may have been rotated since the sign-up.
  const token = referrer_token ?? referral.token
  return [
    markerWrite(referral.id, email, now, otherwise),
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
          ':entity': 'referral_day',
          ':day': day,
          ':token': token,
          ':name': referral.referrer_name,
        },
      },
    ),
  ]
}
