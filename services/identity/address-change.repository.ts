import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { type ProfileRecord, profileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { check, remove, update, type Write } from '#platform/table/write.ts'
import { accountSearchChanges } from './account-search.ts'
import { addressWrite } from './confirmation.ts'
import { type Link, linkRemoval } from './link.repository.ts'
import { detailsUnchanged } from './profile.repository.ts'

interface Request {
  readonly profile: ProfileRecord
  readonly newEmail: string
  readonly signInUrl: string
  readonly now: Date
}

const contentOf = ({ profile, newEmail, signInUrl, now }: Request, done: boolean) =>
  ({
    template: 'email-change',
    name: profile.full_name,
    new_email: newEmail,
    at: now.toISOString(),
    done,
    link: signInUrl,
  }) as const

/** Gives an account its new address, unless its details have changed since `profile` was read. */
const profileWrite = (profile: ProfileRecord, email: string, now: Date): Write => {
  const at = now.toISOString()
  const { gsi1pk, gsi1sk } = keys.accountDetailsChanged(at)
  const unchanged = detailsUnchanged(profile.details_changed_at)
  return update(
    keys.profile(profile.user_id),
    'SET email = :email, details_changed_at = :at, gsi1pk = :pk, gsi1sk = :sk',
    {
      onlyIf: `${unchanged.onlyIf} AND email = :replaces`,
      values: {
        ...unchanged.values,
        ':email': email,
        ':at': at,
        ':pk': gsi1pk,
        ':sk': gsi1sk,
        ':replaces': profile.email,
      },
      otherwise: 'changed',
    },
  )
}

/** Returns the writes that give an account its new address. */
const changeWrites = (profile: ProfileRecord, email: string, now: Date): Write[] => [
  profileWrite(profile, email, now),
  // A deletion has read the address already.
  check(keys.deletion(profile.user_id), { onlyIf: 'attribute_not_exists(pk)', otherwise: 'deleting' }),
  remove(keys.address(profile.email), {
    onlyIf: 'user_id = :user',
    values: { ':user': profile.user_id },
    otherwise: 'changed',
  }),
  addressWrite({ user_id: profile.user_id, email }, now),
  ...accountSearchChanges(profile, { ...profile, email }),
]

/** Stores changes of the address of an account. */
export const addressChangeRepository = (table: Table) => ({
  /**
   * Notifies the current address of a request. Stores the link to the new address and queues its email in the same
   * transaction.
   *
   * @param link undefined if the new address has an account: nothing is sent to it then
   */
  async request(request: Request, link: { write: Write; url: string; minutes: number } | undefined) {
    const { profile, newEmail, now } = request
    const cause = `${profile.user_id}:${now.toISOString()}`
    await table.transact(
      emailWrite({
        cause: `email-change-requested:${cause}`,
        to: profile.email,
        content: contentOf(request, false),
        now,
      }),
      ...(link === undefined
        ? []
        : [
            link.write,
            emailWrite({
              cause: `confirm-new-address:${cause}`,
              to: newEmail,
              content: { template: 'confirm-new-address', link: link.url, minutes: link.minutes },
              now,
            }),
          ]),
    )
  },

  /**
   * Gives an account its new address: in the profile, in the list of addresses and in the admin search. Consumes the
   * link and notifies the former address in the same transaction. `finish-sign-ups` and `copy-account-details` repeat
   * the steps that follow.
   *
   * @returns false if the link was used, the address belongs to an account, or the account's details changed meanwhile
   */
  async confirm(
    token: string,
    link: Link & { user_id: string },
    signInUrl: string,
    now: Date,
  ): Promise<boolean> {
    const { user_id: userId, email, replaces } = link
    const profile = await this.findProfile(userId)
    if (profile === undefined || replaces === undefined || profile.email !== replaces) return false
    const { failedCondition } = await table.transact(
      linkRemoval(token, link, now),
      ...changeWrites(profile, email, now),
      emailWrite({
        cause: `email-changed:${hashOf(token)}`,
        to: replaces,
        content: contentOf({ profile, newEmail: email, signInUrl, now }, true),
        now,
      }),
    )
    return failedCondition === undefined
  },

  /** Finds the profile of an active account. */
  async findProfile(userId: string): Promise<ProfileRecord | undefined> {
    const [item] = await table.list(keys.profile(userId).pk, keys.profile(userId).sk)
    return item?.['entity'] === 'profile' ? profileRecord.parse(item) : undefined
  },
})

export type AddressChangeRepository = ReturnType<typeof addressChangeRepository>
