import { parseItem } from '#platform/parse-each.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { maxFormerAddresses } from '#shared/values/limits.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { noPasswordChange, unfinishedPasswordChange } from '#platform/account/password-change.ts'
import { findGivenUpAt, formerAddressRemoval, formerAddressWrite } from '#platform/account/former-address.ts'
import { type FormerEmail, type ProfileRecord, profileRecord } from '#platform/account/records.ts'
import { requireSameSessions } from '#platform/account/same-sessions.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { remove, update, type Write } from '#platform/table/write.ts'
import { accountSearchChanges } from './account-search.ts'
import { addressWrite } from './confirmation.ts'
import { type Link, linkRemoval, type UserLink } from './link.repository.ts'
import { detailsUnchanged } from './profile.repository.ts'

interface Request {
  readonly profile: ProfileRecord
  readonly newEmail: string
  readonly signInUrl: string
  readonly now: Date
}

interface NewAddress {
  readonly email: string
  readonly requestedAt: string
}

/** The former addresses of the account after a change. `regained` is the address that becomes the current one again. */
interface FormerAddresses {
  readonly all: readonly FormerEmail[]
  readonly regained: FormerEmail | undefined
}

/** Returns the former addresses under which data can still be stored. No data under the older ones is kept any more. */
const stillNeeded = (former: readonly FormerEmail[], now: Date): FormerEmail[] =>
  former.filter(({ until }) => retainedUntil('contact', new Date(until)) > now.toISOString())

/** Returns whether an account has changed its address too often to change it again. */
export const hasTooManyFormerAddresses = ({ former_emails = [] }: ProfileRecord, now: Date): boolean =>
  stillNeeded(former_emails, now).length >= maxFormerAddresses

/**
 * Returns the former addresses after a change. Leaves out an address that the account gets back, as if the account had
 * never given it up, unless another account had it in between.
 *
 * @returns undefined if another account has the address
 */
const formerAddressesAfter = async (
  table: Table,
  { email: replaced, former_emails: before = [] }: ProfileRecord,
  email: string,
  now: Date,
): Promise<FormerAddresses | undefined> => {
  // Check this first: if the times were read first, an owner who gives the address up in between would be missing from
  // them.
  if ((await findIdByAddress(table, email)) !== undefined) return undefined
  const [from, givenUpAt = ''] = await Promise.all([
    findGivenUpAt(table, replaced),
    findGivenUpAt(table, email),
  ])
  const regained = before.find((former) => former.email === email && former.until >= givenUpAt)
  const given = { email: replaced, ...(from === undefined ? {} : { from }), until: now.toISOString() }
  const kept = stillNeeded(before, now).filter((former) => former !== regained)
  return { all: [...kept, given], regained }
}

/** Condition on a profile: the password has not changed since the link was requested. */
const samePasswordCondition =
  '(attribute_not_exists(password_changed_at) OR password_changed_at <= :requested)'

/**
 * Returns whether neither the address nor the password of the account has changed since the link was requested. The
 * conditions of `profileWrite` are the same.
 */
const matchesRequest = (
  profile: ProfileRecord,
  { replaces, requested_at: requestedAt }: Link,
  now: Date,
): boolean =>
  profile.email === replaces &&
  requestedAt !== undefined &&
  (profile.password_changed_at ?? '') <= requestedAt &&
  unfinishedPasswordChange(profile, now) === undefined

const contentOf = ({ profile, newEmail, signInUrl, now }: Request, done: boolean) =>
  ({
    template: 'email-change',
    name: profile.full_name,
    new_email: newEmail,
    at: now.toISOString(),
    done,
    link: signInUrl,
  }) as const

/**
 * Gives an account its new address, unless its details have changed since `profile` was read, or its password since the
 * link was requested. A change of password deletes such links, but can miss one because their index lags.
 */
const profileWrite = (
  profile: ProfileRecord,
  { email, requestedAt }: NewAddress,
  former: FormerAddresses,
  now: Date,
): Write => {
  const at = now.toISOString()
  const noChange = noPasswordChange(now)
  const { gsi1pk, gsi1sk } = keys.accountDetailsChanged(at)
  const unchanged = detailsUnchanged(profile.details_changed_at)
  return update(
    keys.profile(profile.user_id),
    'SET email = :email, former_emails = :former, details_changed_at = :at, gsi1pk = :pk, gsi1sk = :sk',
    {
      onlyIf: `${unchanged.onlyIf} AND email = :replaces AND ${noChange.onlyIf} AND ${samePasswordCondition}`,
      values: {
        ...unchanged.values,
        ...noChange.values,
        ':requested': requestedAt,
        ':email': email,
        ':former': former.all,
        ':at': at,
        ':pk': gsi1pk,
        ':sk': gsi1sk,
        ':replaces': profile.email,
      },
      otherwise: 'changed',
    },
  )
}

/**
 * Returns the writes that give an account its new address. A deletion that has started does not prevent them, because
 * it may never finish. If it does, it frees the address that the account has at that time.
 */
const changeWrites = async (
  table: Table,
  profile: ProfileRecord,
  address: NewAddress,
  former: FormerAddresses,
  now: Date,
): Promise<Write[]> => [
  profileWrite(profile, address, former, now),
  remove(keys.address(profile.email), {
    onlyIf: 'user_id = :user',
    values: { ':user': profile.user_id },
    otherwise: 'changed',
  }),
  formerAddressWrite({ user_id: profile.user_id, email: profile.email, until: now.toISOString() }),
  ...(former.regained === undefined ? [] : [formerAddressRemoval(former.regained)]),
  addressWrite({ user_id: profile.user_id, email: address.email }, now),
  ...(await accountSearchChanges(table, profile, { ...profile, email: address.email })),
]

/** Changes the email address of an account, by a link to the new address. */
export const addressChangeRepository = (table: Table) => ({
  /**
   * Notifies the current address of a request. Stores the link to the new address and queues its email in the same
   * transaction.
   *
   * @param link undefined if the new address has an account: nothing is sent to it then
   * @returns false if the sessions of the account have been ended since its profile was read, or its password is being
   * changed
   */
  async request(
    request: Request,
    link: { write: Write; url: string; minutes: number } | undefined,
  ): Promise<boolean> {
    const { profile, newEmail, now } = request
    const cause = `${profile.user_id}:${now.toISOString()}`
    const { failedCondition } = await table.transact(
      requireSameSessions(profile, now, 'ended'),
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
    return failedCondition !== 'ended'
  },

  /**
   * Gives an account its new address: in the profile, in the list of addresses and in the admin search. Consumes the
   * link and notifies the former address in the same transaction. `finish-sign-ups` and `copy-account-details` repeat
   * the steps that follow.
   *
   * @returns false if the link was used, the address belongs to an account, or the account's details or password changed
   * in the meantime
   */
  async confirm(token: string, link: UserLink, signInUrl: string, now: Date): Promise<boolean> {
    const { user_id: userId, email, replaces, requested_at: requestedAt } = link
    const profile = await this.findProfile(userId)
    if (profile === undefined || profile.email !== replaces || requestedAt === undefined) return false
    const former = await formerAddressesAfter(table, profile, email, now)
    if (former === undefined) return false
    const { failedCondition } = await table.transact(
      linkRemoval(token, link, now),
      ...(await changeWrites(table, profile, { email, requestedAt }, former, now)),
      emailWrite({
        cause: `email-changed:${hashOf(token)}`,
        to: replaces,
        content: contentOf({ profile, newEmail: email, signInUrl, now }, true),
        now,
      }),
    )
    return failedCondition === undefined
  },

  /** Returns whether `confirm` would give the account its new address now. */
  async canConfirm(link: UserLink, now: Date): Promise<boolean> {
    const profile = await this.findProfile(link.user_id)
    if (profile === undefined || !matchesRequest(profile, link, now)) return false
    return (await findIdByAddress(table, link.email)) === undefined
  },

  /** Finds the profile of an active account. */
  async findProfile(userId: string): Promise<ProfileRecord | undefined> {
    const [item] = await table.list(keys.profile(userId).pk, keys.profile(userId).sk)
    return item?.['entity'] === 'profile' ? parseItem(profileRecord, item) : undefined
  },
})

export type AddressChangeRepository = ReturnType<typeof addressChangeRepository>
