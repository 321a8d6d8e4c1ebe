import type * as z from 'zod'
import { keptUntil } from '../../shared/rules/retention.ts'
import type { signUpForm } from '../../shared/contract/identity.ts'
import type { MailContent } from '../../shared/contract/mail.ts'
import { findMember, isDeleted } from '../platform/member.ts'
import { mailWrite } from '../platform/mail/outbox.ts'
import { keys } from '../platform/table/keys.ts'
import type { ProfileRecord } from '../platform/table/records.ts'
import { put, type Table, type Write } from '../platform/table/table.ts'
import { referralOf } from '../referrals/public.ts'
import { directoryWrites } from './directory.ts'

export interface NewAccount {
  readonly userId: string
  readonly form: z.output<typeof signUpForm>
  readonly referrerToken: string | undefined
  readonly now: Date
}

const profileOf = (
  { userId, form, referrerToken, now }: NewAccount,
  referralId: string | undefined,
): ProfileRecord => ({
  entity: 'profile',
  user_id: userId,
  email: form.email,
  full_name: `${form.firstName} ${form.lastName}`,
  company_name: form.companyName,
  street_address: form.streetAddress,
  city: form.city,
  postcode: form.postcode,
  number_of_employees: form.numberOfEmployees,
  user_type: form.userType,
  created_at: now.toISOString(),
  ...(referrerToken === undefined ? {} : { referrer_token: referrerToken }),
  ...(referralId === undefined ? {} : { referral_id: referralId }),
})

export const accountRepository = (table: Table) => ({
  /** The person with this id; `undefined` when there is none. */
  find: (userId: string) => findMember(table, userId),

  /** Was there an account with this id, and is it deleted? */
  isDeleted: (userId: string) => isDeleted(table, userId),

  /** The id of the person with this verified or unverified address. */
  async idOf(email: string): Promise<string | undefined> {
    const { gsi1pk, gsi1sk } = keys.profileByEmail(email)
    const [item] = await table.listByIndex(gsi1pk, { sk: gsi1sk, limit: 1 })
    return item === undefined ? undefined : String(item['user_id'])
  },

  /**
   * Opens an account that waits for its address to be verified, and sends the link. A sign-up that was
   * never verified is replaced: whoever verifies the address owns what was entered last.
   */
  async open(account: NewAccount, link: { write: Write; url: string; hours: number }): Promise<boolean> {
    const { referrerToken, now } = account
    const referralId = referrerToken ? await referralOf(table, referrerToken, now) : undefined
    const profile = profileOf(account, referralId)
    const { lost } = await table.transact(
      put(
        keys.profile(account.userId),
        {
          ...profile,
          ...keys.profileByEmail(profile.email),
          ...keys.retention(keptUntil('unverified', account.now)),
        },
        {
          onlyIf:
            'attribute_not_exists(pk) OR (attribute_not_exists(email_verified_at) AND attribute_not_exists(deleted_at))',
        },
      ),
      link.write,
      mailWrite({
        cause: `verify-address:${account.userId}:${now.toISOString()}`,
        to: profile.email,
        content: { template: 'verify-address', link: link.url, hours: link.hours },
        now,
      }),
      ...directoryWrites({ userId: account.userId, email: profile.email }),
    )
    return lost === undefined
  },

  /** Mails a link to a person who has an account: the link works from the moment that the mail waits. */
  async mailLink({ user_id, email }: ProfileRecord, link: Write, content: MailContent, now: Date) {
    await table.transact(
      link,
      mailWrite({ cause: `${content.template}:${user_id}:${now.toISOString()}`, to: email, content, now }),
    )
  },

  /** Tells the owner of an address that somebody, perhaps they, tried to sign up with it again. */
  async tellOwner(email: string, loginUrl: string, userId: string, now: Date): Promise<void> {
    await table.transact(
      mailWrite({
        // One mail an hour is enough, however often somebody tries.
        cause: `already-registered:${userId}:${now.toISOString().slice(0, 13)}`,
        to: email,
        content: { template: 'already-registered', link: loginUrl },
        now,
      }),
    )
  },
})

export type AccountRepository = ReturnType<typeof accountRepository>
