import * as z from 'zod'
import { groupings } from '../values/groupings.ts'
import { maxAnalyticsYears } from '../values/limits.ts'
import { nothing, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

const token = z.string().min(1).max(200)

export const validateReferral = operation({
  name: 'validate-referral',
  summary: 'Says whether a referral token still counts. An unknown, rotated or revoked one does not.',
  caller: 'anyone',
  body: z.object({ token }),
  ok: z.object({ valid: z.boolean(), expired: z.boolean() }),
  limits: [{ by: 'client', max: 30, windowSeconds: 60 }],
})

const referral = z.object({
  token: z.string(),
  referrer_name: z.string(),
  /** How many sign-ups with it were verified. */
  used_count: z.int(),
  created_at: z.iso.datetime(),
})
export type Referral = z.infer<typeof referral>

export const listReferrals = operation({
  name: 'list-referrals',
  summary: 'Every referral link, newest first.',
  caller: 'admin',
  body: nothing,
  ok: z.object({ data: z.array(referral) }),
})

/** A link as it is given away. */
const sharedLink = z.object({ url: z.url(), token: z.string() })

export const createReferral = operation({
  name: 'create-referral',
  summary: 'Makes a referral link for somebody who brings people in.',
  caller: 'admin',
  body: z.object({ referrer_name: requiredLine('Referrer name', 1, 100) }),
  ok: sharedLink,
})

export const rotateReferral = operation({
  name: 'rotate-referral',
  summary: 'Gives a link a new token in place of the old one, which stops working. Its count goes on.',
  caller: 'admin',
  body: z.object({ token }),
  ok: sharedLink,
  refusals: ['not_found'],
})

export const revokeReferral = operation({
  name: 'revoke-referral',
  summary: 'Deletes a link for good. Accounts that came by it stay, and the analytics keep what it brought.',
  caller: 'admin',
  body: z.object({ token }),
  ok: z.object({}),
  refusals: ['not_found'],
})

const analyticsRow = z.object({
  /** The first day of the period: a London day, such as 2026-11-01. */
  period: z.string(),
  referrer: z.string(),
  count: z.int(),
  /** How many different tokens brought them: a referrer can have several links. */
  uniqueTokens: z.int(),
})
export type AnalyticsRow = z.infer<typeof analyticsRow>

/** Compared as text, so that the year needs its four digits: a date field gives 0202 for half a 2026. */
const isWithinYears = (start: string, end: string): boolean =>
  end <= `${String(Number(start.slice(0, 4)) + maxAnalyticsYears).padStart(4, '0')}${start.slice(4)}`

export const getReferralAnalytics = operation({
  name: 'get-referral-analytics',
  summary:
    'Verified sign-ups by period and referrer, between two London days that both count. Revoked links are included.',
  caller: 'admin',
  body: z
    .object({
      startDate: z.iso.date('Please give the start date as YYYY-MM-DD'),
      endDate: z.iso.date('Please give the end date as YYYY-MM-DD'),
      groupBy: z.enum(groupings),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, 'The start date must not be after the end date')
    .refine(
      ({ startDate, endDate }) => isWithinYears(startDate, endDate),
      `Please choose at most ${maxAnalyticsYears} years`,
    ),
  ok: z.object({
    data: z.object({ analytics: z.array(analyticsRow), summary: z.object({ totalUsage: z.int() }) }),
  }),
})
