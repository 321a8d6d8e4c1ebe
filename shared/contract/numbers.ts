import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

const count = z.int()

/** The figures of one month in London. Amounts are in pence. */
export const monthNumbers = z.object({
  /** `2026-11` */
  month: z.string(),
  /** Subscriptions that were bought. */
  joined: count,
  /** Subscriptions that ended. */
  left: count,
  /** Payments that arrived. */
  incomeMinor: count,
  /** Refunds, and payments in disputes that are open or lost. */
  returnedMinor: count,
  passesSold: count,
  /** Members and pass holders, counted once for each day on which both they and an adviser wrote. */
  chats: count,
  /**
   * Questions of tickets, follow-up questions included, whose reply was sent by the due day. Counted in the month of
   * the question.
   */
  ticketsOnTime: count,
  /** Questions whose reply was sent after the due day, or is overdue. */
  ticketsLate: count,
  /** Verified sign-ups through referral links. */
  referrals: count,
})
export type MonthNumbers = z.infer<typeof monthNumbers>

export const numbers = z.object({
  /** ISO time. Null before the first night. */
  computedAt: z.nullable(z.string()),
  members: z.object({ monthly: count, annual: count }),
  /** The last twelve months with the current one, oldest first. */
  months: z.array(monthNumbers),
})
export type Numbers = z.infer<typeof numbers>

export const getNumbers = operation({
  name: 'get-numbers',
  summary:
    'Returns the figures of the business as computed last night: members by plan and, for each of the last twelve months, members who joined and left, money, passes, chats, tickets on time and referrals.',
  caller: 'admin',
  body: nothing,
  ok: numbers,
})
