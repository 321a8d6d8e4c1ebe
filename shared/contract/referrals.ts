import * as z from 'zod/mini'
import { groupings } from '../values/groupings.ts'
import { maxAnalyticsYears } from '../values/limits.ts'
import { nothing, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

const token = z.string().check(z.minLength(1), z.maxLength(200))

export const validateReferral = operation({
  name: 'validate-referral',
  summary: 'Returns whether a referral token is valid. Unknown, rotated and revoked tokens are not valid.',
  caller: 'anyone',
  body: z.object({ token }),
  ok: z.object({ valid: z.boolean(), expired: z.boolean() }),
  limits: [{ by: 'client', max: 30, windowSeconds: 60 }],
})

const referral = z.object({
  token: z.string(),
  referrer_name: z.string(),
  /** Number of verified sign-ups. */
  used_count: z.int(),
  created_at: z.iso.datetime(),
})
export type Referral = z.infer<typeof referral>

export const listReferrals = operation({
  name: 'list-referrals',
  summary: 'Lists all referral links, newest first.',
  caller: 'admin',
  body: nothing,
  ok: z.object({ data: z.array(referral) }),
})

/** A referral link to share. */
const referralLink = z.object({ url: z.url(), token: z.string() })

export const createReferral = operation({
  name: 'create-referral',
  summary: 'Creates a referral link for a referrer.',
  caller: 'admin',
  body: z.object({ referrer_name: requiredLine('Referrer name', 1, 100) }),
  ok: referralLink,
})

export const rotateReferral = operation({
  name: 'rotate-referral',
  summary: 'Replaces the token of a referral link. The old token stops working; the number of uses is kept.',
  caller: 'admin',
  body: z.object({ token }),
  ok: referralLink,
  errors: ['not_found'],
})

export const revokeReferral = operation({
  name: 'revoke-referral',
  summary: 'Permanently deletes a referral link. Its sign-ups remain in the analytics.',
  caller: 'admin',
  body: z.object({ token }),
  ok: z.object({}),
  errors: ['not_found'],
})

const analyticsRow = z.object({
  /** The first day of the period: a London day, such as 2026-11-01. */
  period: z.string(),
  referrer: z.string(),
  count: z.int(),
  /** Number of different tokens used. A referrer can have several links. */
  uniqueTokens: z.int(),
})
export type AnalyticsRow = z.infer<typeof analyticsRow>

/**
 * Returns whether a range is short enough. Compares days as text, so the year needs four digits: a date field has the
 * year 0202 while 2026 is being typed.
 */
const isWithinYears = (start: string, end: string): boolean =>
  end <= `${String(Number(start.slice(0, 4)) + maxAnalyticsYears).padStart(4, '0')}${start.slice(4)}`

export const getReferralAnalytics = operation({
  name: 'get-referral-analytics',
  summary:
    'Counts verified sign-ups by period and referrer, between two London days, both included. Revoked links are included.',
  caller: 'admin',
  body: z
    .object({
      startDate: z.iso.date('Please give the start date as YYYY-MM-DD'),
      endDate: z.iso.date('Please give the end date as YYYY-MM-DD'),
      groupBy: z.enum(groupings),
    })
    .check(
      z.refine(
        ({ startDate, endDate }) => startDate <= endDate,
        'The start date must not be after the end date',
      ),
      z.refine(
        ({ startDate, endDate }) => isWithinYears(startDate, endDate),
        `Please choose at most ${maxAnalyticsYears} years`,
      ),
    ),
  ok: z.object({
    data: z.object({ analytics: z.array(analyticsRow), summary: z.object({ totalUsage: z.int() }) }),
  }),
})
