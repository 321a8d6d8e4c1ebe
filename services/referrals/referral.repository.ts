import { parseItem } from '#platform/parse-each.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Actor, auditWrite } from '#platform/table/audit.ts'
import { newSharedToken } from '#platform/crypto.ts'
import { keys, referralPrefix } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew, remove, update } from '#platform/table/write.ts'

const referralRecord = z.object({
  entity: z.literal('referral'),
  /** Permanent: it does not change when the token is rotated. */
  id: z.string(),
  token: z.string(),
  referrer_name: z.string(),
  used_count: z.number(),
  created_at: z.string(),
})
export type Referral = z.infer<typeof referralRecord>

/** Maps a token to its referral link. Deleted when the token is rotated or the link is revoked. */
const tokenRecord = z.object({
  entity: z.literal('referral_token'),
  referral_id: z.string(),
  /** Links do not expire unless an operator sets this time. */
  expires_at: z.optional(z.string()),
})

const dayRecord = z.object({
  entity: z.literal('referral_day'),
  day: z.string(),
  token: z.string(),
  referrer_name: z.string(),
  count: z.number(),
})
export type ReferralDay = z.infer<typeof dayRecord>

const byNewestFirst = (a: Referral, b: Referral): number => compareCodeUnits(b.created_at, a.created_at)

const referralAuditWrite = (
  action: `referral-${'created' | 'rotated' | 'revoked'}`,
  about: string,
  { adminId, now }: Actor,
) => auditWrite({ action, by: { id: adminId }, subject: { kind: 'referrals' }, about, now })

const find = (table: Table, id: string) => table.find(keys.referral(id), referralRecord)

/** Finds a token's record and its referral link. Returns `undefined` if either is missing. */
const findByToken = async (table: Table, token: string) => {
  const tokenItem = await table.find(keys.referralToken(token), tokenRecord)
  const referral = tokenItem && (await find(table, tokenItem.referral_id))
  return referral && { tokenItem, referral }
}

/** Stores referral links and their tokens, and reads the sign-ups through them, which are counted by day. */
export const referralRepository = (table: Table) => ({
  /** Finds a token's record. Returns `undefined` if the token is unknown, rotated or revoked. */
  findToken: (token: string) => table.find(keys.referralToken(token), tokenRecord),

  find: (id: string) => find(table, id),

  /** Lists all referral links, newest first. */
  async list(): Promise<Referral[]> {
    const items = await table.list(keys.referral('').pk, referralPrefix)
    return items.map((item) => parseItem(referralRecord, item)).toSorted(byNewestFirst)
  },

  /** Creates a referral link and returns its token. */
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
      putNew(keys.referralToken(token), { entity: 'referral_token', referral_id: id }, 'taken'),
      referralAuditWrite('referral-created', referrerName, actor),
    )
    return token
  },

  /** Replaces the token of a referral link. Returns `undefined` if it does not exist or has just been removed. */
  async rotate(token: string, actor: Actor): Promise<string | undefined> {
    const found = await findByToken(table, token)
    if (found === undefined) return undefined
    const { tokenItem, referral } = found
    const next = newSharedToken()
    const { failedCondition } = await table.transact(
      remove(keys.referralToken(token), { onlyIf: 'attribute_exists(pk)' }),
      putNew(keys.referralToken(next), tokenItem, 'taken'),
      update(keys.referral(referral.id), 'SET #token = :next', {
        onlyIf: '#token = :token',
        names: { '#token': 'token' },
        values: { ':next': next, ':token': token },
      }),
      referralAuditWrite('referral-rotated', referral.referrer_name, actor),
    )
    return failedCondition === undefined ? next : undefined
  },

  /** Deletes the referral link with this token. Returns false if it is already deleted. */
  async revoke(token: string, actor: Actor): Promise<boolean> {
    const found = await findByToken(table, token)
    if (found === undefined) return false
    const { failedCondition } = await table.transact(
      remove(keys.referralToken(token), { onlyIf: 'attribute_exists(pk)' }),
      remove(keys.referral(found.referral.id)),
      referralAuditWrite('referral-revoked', found.referral.referrer_name, actor),
    )
    return failedCondition === undefined
  },

  /** Lists the daily counts of the London days from `start` to `end`, both included. */
  async listDays(start: string, end: string): Promise<ReferralDay[]> {
    const { pk } = keys.referralDay(start, '')
    const items = await table.listBetween(pk, keys.referralDay(start, '').sk, keys.referralDay(end, '~').sk)
    return items.map((item) => parseItem(dayRecord, item))
  },
})

export type ReferralRepository = ReturnType<typeof referralRepository>
