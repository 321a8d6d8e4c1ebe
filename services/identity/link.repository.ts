import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { linkLifeSeconds } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { hashOf, newToken } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import { profileRecord } from '#platform/account/records.ts'
import { referralUseWrites } from '#services/referrals/public.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, remove, update, type Write } from '#platform/table/write.ts'
import { addressWrites, transactWithReferral } from './confirmation.ts'
import { signUpCheckType } from './sign-up-check.repository.ts'

/**
 * `signup` confirms the address of one sign-up. `restart` confirms an address whose pending sign-ups may be strangers':
 * they are discarded, and the owner signs up again. `emailchange` gives an account a new address: `email` is the new
 * address, and `replaces` is the current one.
 */
export const linkTypes = ['signup', 'restart', 'magiclink', 'recovery', 'emailchange'] as const
export type LinkType = (typeof linkTypes)[number]

const linkRecord = z.object({
  entity: z.literal('link'),
  type: z.enum(linkTypes),
  /** Null for a `restart` link: no sign-up of the address is known to be its owner's. */
  user_id: z.nullable(z.string()),
  email: z.string(),
  /** Empty for a `restart` link. */
  name: z.string(),
  /** The current address of the account. Only in an `emailchange` link. */
  replaces: z.optional(z.string()),
  /** ISO time of the request. Only in an `emailchange` link. */
  requested_at: z.optional(z.string()),
  /** Path of our own site that the link redirects to after sign-in. */
  redirect: z.string().check(z.startsWith('/')),
  expires_at: z.string(),
})
export type Link = z.infer<typeof linkRecord>

export interface NewLink {
  readonly type: LinkType
  readonly userId: string | null
  readonly email: string
  readonly name: string
  readonly replaces?: string
  readonly redirect: `/${string}`
  readonly now: Date
}

/** A link of a user, not of an address. */
export type UserLink = Link & { readonly user_id: string }

/** Records the confirmation. Removes the index keys of a pending sign-up, because it is an account from now on. */
const confirmationWrite = ({ user_id, email }: UserLink, now: Date): Write =>
  update(keys.profile(user_id), 'SET email_verified_at = :now REMOVE gsi1pk, gsi1sk, gsi2pk, gsi2sk', {
    onlyIf: 'entity = :profile AND email = :email AND attribute_not_exists(email_verified_at)',
    values: { ':now': now.toISOString(), ':email': email, ':profile': 'profile' },
    otherwise: 'not_pending',
  })

/** The item of a user: a profile, or the tombstone of a deleted account or a discarded sign-up. */
const userItem = z.union([profileRecord, z.object({ entity: z.enum(['tombstone', 'discarded_sign_up']) })])

/** Returns the write that consumes a link. It fails if the link was used or has expired. */
export const linkRemoval = (token: string, { email }: Pick<Link, 'email'>, now: Date): Write =>
  remove(keys.link(hashOf(token)), {
    onlyIf: 'email = :email AND expires_at > :now',
    values: { ':email': email, ':now': now.toISOString() },
    otherwise: 'used',
  })

const isValid = (link: Link, now: Date): boolean => Date.parse(link.expires_at) > now.getTime()

const linkPath = (token: string, type: LinkType): string =>
  `${paths.verifyLink}?${new URLSearchParams({ token, type }).toString()}`

const consume = async (
  table: Table,
  { token, link, now }: { readonly token: string; readonly link: UserLink; readonly now: Date },
  further: readonly Write[],
): Promise<boolean> => {
  const profile = await table.find(keys.profile(link.user_id), userItem)
  if (profile?.entity !== 'profile') return false
  if (profile.email_verified_at === undefined) {
    const failed = await transactWithReferral(
      table,
      [
        linkRemoval(token, link, now),
        confirmationWrite(link, now),
        ...addressWrites(profile, now),
        ...further,
      ],
      (otherwise) => referralUseWrites(table, profile, now, otherwise),
    )
    // If another link of the same sign-up confirmed the address in the meantime, this link only signs in.
    if (failed !== 'not_pending') return failed === undefined
  }
  const { failedCondition } = await table.transact(
    linkRemoval(token, link, now),
    check(keys.profile(link.user_id), {
      onlyIf: 'email = :email AND attribute_exists(email_verified_at)',
      values: { ':email': link.email },
    }),
    ...further,
  )
  return failedCondition === undefined
}

/** Stores emailed links. Only the email contains the token; the table stores its hash. */
export const linkRepository = (table: Table) => ({
  /** Creates a link: the path for the email, and the write that makes it work. */
  issue(link: NewLink): { path: string; write: Write } {
    const token = newToken()
    const expiresAt = new Date(link.now.getTime() + linkLifeSeconds[link.type] * 1000)
    const record: Link = {
      entity: 'link',
      type: link.type,
      user_id: link.userId,
      email: link.email,
      name: link.name,
      ...(link.replaces === undefined
        ? {}
        : { replaces: link.replaces, requested_at: link.now.toISOString() }),
      redirect: link.redirect,
      expires_at: expiresAt.toISOString(),
    }
    const item = {
      ...record,
      ...keys.linksOf(link.userId ?? link.email, link.type),
      expires_at_epoch_seconds: Math.ceil(expiresAt.getTime() / 1000),
    }
    return {
      path: linkPath(token, link.type),
      write: put(keys.link(hashOf(token)), item),
    }
  },

  /** Finds the link with this token, unless it has another type or has expired. Changes nothing. */
  async find(token: string, type: LinkType, now: Date): Promise<Link | undefined> {
    const link = await table.find(keys.link(hashOf(token)), linkRecord)
    return link?.type === type && isValid(link, now) ? link : undefined
  },

  /** Finds the link with this token that signs a user in, unless it belongs to another user or has expired. */
  async findForUser(token: string, userId: string, now: Date): Promise<UserLink | undefined> {
    const link = await table.find(keys.link(hashOf(token)), linkRecord)
    if (link?.type === 'emailchange') return undefined
    return link?.user_id === userId && isValid(link, now) ? { ...link, user_id: userId } : undefined
  },

  /**
   * Consumes a link atomically. Returns true to exactly one of several concurrent callers. The link of a pending
   * sign-up confirms the address in the same transaction: the sign-up becomes the only account with the address, and
   * its referral is counted.
   *
   * @param further writes that belong to the sign-in
   */
  consume: (token: string, link: UserLink, now: Date, ...further: readonly Write[]): Promise<boolean> =>
    consume(table, { token, link, now }, further),

  /**
   * Deletes the valid links of this type that a user has. Leaves expired links to DynamoDB, which can take days:
   * strangers can request hundreds in that time, and a sign-in by link has only five seconds.
   */
  async deleteValid(userId: string, type: LinkType, now: Date): Promise<void> {
    const { gsi1pk, gsi1sk: sk } = keys.linksOf(userId, type)
    for (const item of await table.listByIndex(gsi1pk, { sk }))
      if (isValid(parseItem(linkRecord, item), now))
        await table.delete({ pk: String(item['pk']), sk: String(item['sk']) })
  },

  /** Deletes all links of this type that belong to a user, or to an address without a user. */
  async deleteAll(owner: string, type: LinkType | typeof signUpCheckType): Promise<void> {
    const { gsi1pk, gsi1sk: sk } = keys.linksOf(owner, type)
    for (const link of await table.listByIndex(gsi1pk, { sk }))
      await table.delete({ pk: String(link['pk']), sk: String(link['sk']) })
  },
})

export type LinkRepository = ReturnType<typeof linkRepository>

/** Deletes all links of a user, of every type, and the id with which a page asks about the user's sign-up. */
export const deleteAllLinks = async (table: Table, userId: string): Promise<void> => {
  for (const type of [...linkTypes, signUpCheckType] as const)
    await linkRepository(table).deleteAll(userId, type)
}
