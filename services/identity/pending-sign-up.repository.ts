import type * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { formattedPostcode } from '#shared/rules/postcode.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import type { signUpForm } from '#shared/contract/identity.ts'
import { type ProfileRecord, profileRecord } from '#platform/account/records.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, putNew, type Write } from '#platform/table/write.ts'
import { findReferralId, referralUseWrites } from '#services/referrals/public.ts'
import { addressWrites, transactWithReferral } from './confirmation.ts'

/** A filled-in sign-up form and the pool user that was created for it. */
export interface NewSignUp {
  readonly userId: string
  readonly form: z.output<typeof signUpForm>
  readonly referrerToken: string | undefined
  readonly now: Date
}

const profileOf = (
  { userId, form, referrerToken, now }: NewSignUp,
  referralId: string | undefined,
): ProfileRecord => ({
  entity: 'profile',
  user_id: userId,
  email: form.email,
  full_name: `${form.firstName} ${form.lastName}`,
  company_name: form.companyName,
  street_address: form.streetAddress,
  city: form.city,
  postcode: formattedPostcode(form.postcode),
  number_of_employees: form.numberOfEmployees,
  user_type: form.userType,
  created_at: now.toISOString(),
  ...(referrerToken === undefined ? {} : { referrer_token: referrerToken }),
  ...(referralId === undefined ? {} : { referral_id: referralId }),
})

const pendingWrite = (profile: ProfileRecord, now: Date): Write =>
  put(keys.profile(profile.user_id), {
    ...profile,
    ...keys.pendingSignUpsOf(profile.email, profile.created_at),
    ...keys.retention(retainedUntil('unverified', now)),
  })

/** Condition on a profile: it belongs to a pending sign-up. */
const pendingCondition = 'entity = :profile AND attribute_not_exists(email_verified_at)'

/**
 * Stores pending sign-ups: profiles of pool users whose address is not confirmed. Each sign-up is a separate user,
 * so its password and details never mix with those of another sign-up with the same address.
 */
export const pendingSignUpRepository = (table: Table) => ({
  /**
   * Stores a pending sign-up and queues the email with its link, in one transaction.
   *
   * @param further writes that belong to the sign-up
   * @returns false if the address belongs to an account; nothing is written then
   */
  async open(
    signUp: NewSignUp,
    link: { write: Write; url: string; hours: number },
    ...further: readonly Write[]
  ): Promise<boolean> {
    const { userId, now } = signUp
    const profile = await this.profileOf(signUp)
    const { failedCondition } = await table.transact(
      check(keys.address(profile.email), { onlyIf: 'attribute_not_exists(pk)', otherwise: 'taken' }),
      pendingWrite(profile, now),
      link.write,
      ...further,
      emailWrite({
        cause: `verify-address:${userId}:${now.toISOString()}`,
        to: profile.email,
        content: { template: 'verify-address', link: link.url, hours: link.hours },
        now,
      }),
    )
    return failedCondition === undefined
  },

  /**
   * Stores a sign-up with the address of an existing account. It has no link, so nothing can confirm it.
   *
   * @param further writes that belong to the sign-up
   */
  async openUnconfirmable(signUp: NewSignUp, ...further: readonly Write[]): Promise<void> {
    await table.transact(pendingWrite(profileOf(signUp, undefined), signUp.now), ...further)
  },

  /**
   * Opens an account whose address is already confirmed by a link. Consumes the link in the same transaction.
   *
   * @param linkRemoval the write that consumes the link
   * @returns false if the link was used or the address belongs to an account; nothing is written then
   */
  async openConfirmed(signUp: NewSignUp, linkRemoval: Write): Promise<boolean> {
    const { userId, now } = signUp
    const profile = { ...(await this.profileOf(signUp)), email_verified_at: now.toISOString() }
    const failed = await transactWithReferral(
      table,
      [linkRemoval, putNew(keys.profile(userId), profile, 'exists'), ...addressWrites(profile, now)],
      (otherwise) => referralUseWrites(table, profile, now, otherwise),
    )
    return failed === undefined
  },

  /** Lists the pending sign-ups of an address, newest first. The index is eventually consistent, by milliseconds. */
  async list(email: string, limit?: number): Promise<ProfileRecord[]> {
    const { gsi1pk } = keys.pendingSignUpsOf(email, '')
    const options = limit === undefined ? { backwards: true } : { backwards: true, limit }
    return (await table.listByIndex(gsi1pk, options)).map((item) => parseItem(profileRecord, item))
  },

  /**
   * Invalidates a pending sign-up: its links no longer work, and its details are deleted. The item that remains
   * names the pool user to delete; `forget` deletes it afterwards.
   *
   * @returns false if the address was confirmed by this sign-up in the meantime, or the sign-up does not exist
   */
  async invalidate(userId: string, now: Date): Promise<boolean> {
    const tombstone = { entity: 'discarded_sign_up', user_id: userId, ...keys.retention(now.toISOString()) }
    const { failedCondition } = await table.transact(
      put(keys.profile(userId), tombstone, { onlyIf: pendingCondition, values: { ':profile': 'profile' } }),
    )
    return failedCondition === undefined
  },

  /** Deletes the record that `invalidate` wrote. */
  forget: (userId: string): Promise<void> => table.delete(keys.profile(userId)),

  /** Returns the profile of a sign-up, with the referral link that its token belongs to now. */
  async profileOf(signUp: NewSignUp): Promise<ProfileRecord> {
    const { referrerToken, now } = signUp
    return profileOf(signUp, referrerToken ? await findReferralId(table, referrerToken, now) : undefined)
  },
})

export type PendingSignUpRepository = ReturnType<typeof pendingSignUpRepository>
