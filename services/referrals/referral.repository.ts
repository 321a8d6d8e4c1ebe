import * as z from 'zod'
import { keys } from '../platform/table/keys.ts'
import type { Table } from '../platform/table/table.ts'

const referralRecord = z.object({
  entity: z.literal('referral'),
  token: z.string(),
  referrer_name: z.string(),
  used_count: z.number(),
  created_at: z.string(),
  /** No link expires by itself; an operator can give one a last day. */
  expires_at: z.string().optional(),
})
export type Referral = z.infer<typeof referralRecord>

export const referralRepository = (table: Table) => ({
  /** The link with this token; a rotated or revoked one is not there any more. */
  find: (token: string): Promise<Referral | undefined> => table.find(keys.referral(token), referralRecord),
})

export type ReferralRepository = ReturnType<typeof referralRepository>
