import type * as z from 'zod/mini'
import type { profileForm } from '#shared/contract/profile-changes.ts'
import { formattedPostcode } from '#shared/rules/postcode.ts'
import { type ProfileRecord } from '#platform/account/records.ts'
import { findAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'
import { accountSearchChanges } from './account-search.ts'

type Details = Pick<
  ProfileRecord,
  'full_name' | 'company_name' | 'street_address' | 'city' | 'postcode' | 'number_of_employees' | 'user_type'
>

const detailsOf = (form: z.output<typeof profileForm>): Details => ({
  full_name: form.fullName,
  company_name: form.companyName,
  street_address: form.streetAddress,
  city: form.city,
  postcode: formattedPostcode(form.postcode),
  number_of_employees: form.numberOfEmployees,
  user_type: form.userType,
})

const isSame = (profile: ProfileRecord, details: Details): boolean =>
  Object.entries(details).every(([field, value]) => Reflect.get(profile, field) === value)

/** Condition: the account is active, and its details have not changed since `changedAt`. */
export const detailsUnchanged = (changedAt: string | undefined) =>
  changedAt === undefined
    ? {
        onlyIf: 'entity = :profile AND attribute_not_exists(details_changed_at)',
        values: { ':profile': 'profile' },
      }
    : {
        onlyIf: 'entity = :profile AND details_changed_at = :seen',
        values: { ':profile': 'profile', ':seen': changedAt },
      }

/** Stores the details that members change themselves. */
export const profileRepository = (table: Table) => ({
  find: async (userId: string): Promise<ProfileRecord | undefined> =>
    (await findAccount(table, userId))?.profile,

  /**
   * Changes the details of an account, unless they already are as requested. Lists the account for
   * `copy-account-details`, and updates the admins' search. A deletion that has started does not prevent a change,
   * because it may never finish. If it does, it deletes the data that the account has at that time.
   *
   * @param seenAt the time of the last change that the caller knows of
   * @returns the profile, or `stale` if it was changed after `seenAt`, or is deleted
   */
  async change(
    profile: ProfileRecord,
    form: z.output<typeof profileForm>,
    seenAt: string | undefined,
    now: Date,
  ): Promise<ProfileRecord | 'stale'> {
    const details = detailsOf(form)
    if (isSame(profile, details)) return profile
    if (profile.details_changed_at !== seenAt) return 'stale'
    const at = now.toISOString()
    const changed = { ...details, details_changed_at: at, ...keys.accountDetailsChanged(at) }
    const { onlyIf, values } = detailsUnchanged(seenAt)
    const fields = Object.entries(changed)
    const { failedCondition } = await table.transact(
      update(
        keys.profile(profile.user_id),
        `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
        {
          onlyIf,
          names: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
          values: { ...values, ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])) },
          otherwise: 'stale',
        },
      ),
      ...(await accountSearchChanges(table, profile, { ...profile, ...details })),
    )
    return failedCondition === undefined ? { ...profile, ...details, details_changed_at: at } : 'stale'
  },
})

export type ProfileRepository = ReturnType<typeof profileRepository>
