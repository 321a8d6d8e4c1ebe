import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { auditWrite } from '../platform/audit.ts'
import { newSharedToken } from '../platform/crypto.ts'
import { keys, referralPrefix } from '../platform/table/keys.ts'
import { putNew, remove, type Table, update } from '../platform/table/table.ts'

const referralRecord = z.object({
  entity: z.literal('referral'),
  /** Stays the same when the token is rotated. */
  id: z.string(),
  token: z.string(),
  referrer_name: z.string(),
  used_count: z.number(),
  created_at: z.string(),
})
export type Referral = z.infer<typeof referralRecord>

/** What makes a token work. It goes with the token; the link may get another. */
const tokenRecord = z.object({
  entity: z.literal('referral-token'),
  referral_id: z.string(),
  /** No link expires by itself; an operator can give one a last moment. */
  expires_at: z.string().optional(),
})

const dayRecord = z.object({
  entity: z.literal('referral-day'),
  day: z.string(),
  token: z.string(),
  referrer_name: z.string(),
  count: z.number(),
})
export type ReferralDay = z.infer<typeof dayRecord>

interface Actor {
  readonly adminId: string
  readonly now: Date
}

const newestFirst = (a: Referral, b: Referral): number => b.created_at.localeCompare(a.created_at)

const auditOf = (
  act: `referral-${'created' | 'rotated' | 'revoked'}`,
  about: string,
  { adminId, now }: Actor,
) => auditWrite({ act, by: { id: adminId }, subject: { kind: 'referrals' }, about, now })

const find = (table: Table, id: string) => table.find(keys.referral(id), referralRecord)

/** The link of a token together with the token's own record; `undefined` when either is gone. */
const findByToken = async (table: Table, token: string) => {
  const own = await table.find(keys.referralToken(token), tokenRecord)
  const referral = own && (await find(table, own.referral_id))
  return referral && { own, referral }
}

export const referralRepository = (table: Table) => ({
  /** What makes this token work; `undefined` for one that never did or no longer does. */
  token: (token: string) => table.find(keys.referralToken(token), tokenRecord),

  find: (id: string) => find(table, id),

  /** Every link, newest first. */
  async list(): Promise<Referral[]> {
    const items = await table.list(keys.referral('').pk, referralPrefix)
    return items.map((item) => referralRecord.parse(item)).toSorted(newestFirst)
  },

  /** Makes a link and answers its token. */
  async create(referrerName: string, actor: Actor): Promise<string> {
    const [id, token] = [randomUUID(), newSharedToken()]
    const referral: Referral = {
      entity: 'referral',
      id,
      token,
      referrer_name: referrerName,
      used_count: 0,
      created_at: actor.now.toISOString(),
    }
    await table.transact(
      putNew(keys.referral(id), referral, 'taken'),
      putNew(keys.referralToken(token), { entity: 'referral-token', referral_id: id }, 'taken'),
      auditOf('referral-created', referrerName, actor),
    )
    return token
  },

  /** Gives the link of this token another one; `undefined` when the token is gone, or goes at the same time. */
  async rotate(token: string, actor: Actor): Promise<string | undefined> {
    const found = await findByToken(table, token)
    if (found === undefined) return undefined
    const { own, referral } = found
    const next = newSharedToken()
    const { lost } = await table.transact(
      remove(keys.referralToken(token), { onlyIf: 'attribute_exists(pk)' }),
      putNew(keys.referralToken(next), own, 'taken'),
      update(keys.referral(referral.id), 'SET #token = :next', {
        onlyIf: '#token = :token',
        names: { '#token': 'token' },
        values: { ':next': next, ':token': token },
      }),
      auditOf('referral-rotated', referral.referrer_name, actor),
    )
    return lost === undefined ? next : undefined
  },

  /** Deletes the link of this token; false when it is gone already. */
  async revoke(token: string, actor: Actor): Promise<boolean> {
    const found = await findByToken(table, token)
    if (found === undefined) return false
    const { lost } = await table.transact(
      remove(keys.referralToken(token), { onlyIf: 'attribute_exists(pk)' }),
      remove(keys.referral(found.referral.id)),
      auditOf('referral-revoked', found.referral.referrer_name, actor),
    )
    return lost === undefined
  },

  /** What was counted on the London days from `start` to `end`, both included. */
  async days(start: string, end: string): Promise<ReferralDay[]> {
    const { pk } = keys.referralDay(start, '')
    const items = await table.listBetween(pk, keys.referralDay(start, '').sk, keys.referralDay(end, '~').sk)
    return items.map((item) => dayRecord.parse(item))
  },
})

export type ReferralRepository = ReturnType<typeof referralRepository>
