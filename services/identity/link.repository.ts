import * as z from 'zod'
import { linkLifeSeconds } from '../../shared/values/limits.ts'
import { hashOf, newToken } from '../platform/crypto.ts'
import { keys } from '../platform/table/keys.ts'
import { profileRecord } from '../platform/table/records.ts'
import { referralUse } from '../referrals/public.ts'
import { put, remove, type Table, update, type Write } from '../platform/table/table.ts'

export const linkTypes = ['signup', 'magiclink', 'recovery'] as const
export type LinkType = (typeof linkTypes)[number]

const linkRecord = z.object({
  entity: z.literal('link'),
  type: z.enum(linkTypes),
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  /** Where the person goes afterwards: a path of our own site. */
  redirect: z.string().startsWith('/'),
  expires_at: z.string(),
})
export type Link = z.infer<typeof linkRecord>

export interface NewLink {
  readonly type: LinkType
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly redirect: `/${string}`
  readonly now: Date
}

/** The outcome of a use whose referral does not count after all. */
const uncounted = 'uncounted'

/** A verified sign-up is kept for as long as the account is. */
const verified = 'email_verified_at = if_not_exists(email_verified_at, :now)'

const verify = ({ user_id, email }: Link, now: Date, { onlyFirst }: { onlyFirst: boolean }): Write =>
  update(keys.profile(user_id), `SET ${verified} REMOVE gsi2pk, gsi2sk`, {
    onlyIf: `attribute_exists(pk) AND attribute_not_exists(deleted_at) AND email = :email${
      onlyFirst ? ' AND attribute_not_exists(email_verified_at)' : ''
    }`,
    values: { ':now': now.toISOString(), ':email': email },
    otherwise: uncounted,
  })

/** E-mailed links: the token is in the mail alone, the table knows its hash. */
export const linkRepository = (table: Table) => ({
  /** Makes a link: the address path to mail, and the write that makes it work. */
  issue(link: NewLink): { path: string; write: Write } {
    const token = newToken()
    const expiresAt = new Date(link.now.getTime() + linkLifeSeconds[link.type] * 1000)
    const record: Link = {
      entity: 'link',
      type: link.type,
      user_id: link.userId,
      email: link.email,
      name: link.name,
      redirect: link.redirect,
      expires_at: expiresAt.toISOString(),
    }
    const item = {
      ...record,
      ...keys.linksOf(link.userId, link.type),
      expiresAtEpochSeconds: Math.ceil(expiresAt.getTime() / 1000),
    }
    return {
      path: `/auth/verify?${new URLSearchParams({ token, type: link.type }).toString()}`,
      write: put(keys.link(hashOf(token)), item),
    }
  },

  /** The link of this token, if it is of this type and has not run out. Reading changes nothing. */
  async find(token: string, type: LinkType, now: Date): Promise<Link | undefined> {
    const link = await table.find(keys.link(hashOf(token)), linkRecord)
    return link !== undefined && link.type === type && Date.parse(link.expires_at) > now.getTime()
      ? link
      : undefined
  },

  /** The link of this token for this user, of whatever type. */
  async findFor(token: string, userId: string, now: Date): Promise<Link | undefined> {
    const link = await table.find(keys.link(hashOf(token)), linkRecord)
    return link !== undefined && link.user_id === userId && Date.parse(link.expires_at) > now.getTime()
      ? link
      : undefined
  },

  /**
   * Uses a link up. However many try at once, one is told `true`. The address of a sign-up counts as
   * verified from the same moment, and so does the referral that it came by: once, by whichever link the
   * address is verified first.
   */
  async consume(token: string, link: Link, now: Date): Promise<boolean> {
    const profile = await table.find(keys.profile(link.user_id), profileRecord)
    const used = remove(keys.link(hashOf(token)), {
      onlyIf: 'user_id = :user AND expires_at > :now',
      values: { ':user': link.user_id, ':now': now.toISOString() },
    })
    const isFirst = profile !== undefined && profile.email_verified_at === undefined
    const use = isFirst ? await referralUse(table, profile, now, uncounted) : []
    if (use.length > 0) {
      const { lost } = await table.transact(used, verify(link, now, { onlyFirst: true }), ...use)
      // Verified by another link, or the referral revoked, in this very moment: then this link only signs in.
      if (lost !== uncounted) return lost === undefined
    }
    const { lost } = await table.transact(used, verify(link, now, { onlyFirst: false }))
    return lost === undefined
  },

  /** Voids the other links of this kind that the person still has. */
  async voidOthers(userId: string, type: LinkType): Promise<void> {
    const { gsi1pk, gsi1sk: sk } = keys.linksOf(userId, type)
    for (const link of await table.listByIndex(gsi1pk, { sk }))
      await table.delete({ pk: String(link['pk']), sk: String(link['sk']) })
  },
})

export type LinkRepository = ReturnType<typeof linkRepository>

/** Voids every link of a person, of whatever type. */
export const voidAllLinks = async (table: Table, userId: string): Promise<void> => {
  for (const type of linkTypes) await linkRepository(table).voidOthers(userId, type)
}
