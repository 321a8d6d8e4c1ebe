import * as z from 'zod/mini'
import { plans } from '../values/plans.ts'
import { operation } from './operation.ts'

/** The key of a guest pass, for a buyer without an account. */
const guestKey = z.optional(z.string().check(z.maxLength(200)))

/** A purchase that can be withdrawn from. Amounts are in pence. */
export const withdrawablePurchase = z.object({
  id: z.string(),
  plan: z.nullable(z.enum(plans)),
  /** ISO time. */
  boughtAt: z.string(),
  /** Last London day of the withdrawal period: `2026-11-20`. */
  lastDay: z.string(),
  paidMinor: z.int(),
  /** An amount that was refunded earlier, for another reason. It is deducted from the refund. */
  refundedMinor: z.int(),
  /** 0 for a subscription if staff have already refunded everything that is due. A withdrawal still ends it. */
  refundMinor: z.int(),
  /** The part of the refund that we repay by bank transfer, because it was paid that way. */
  transferMinor: z.int(),
  /** True if the buyer asked us to start within the withdrawal period. Without this, everything is refunded. */
  startRequested: z.boolean(),
  /** Days of a subscription or minutes of a pass. */
  used: z.object({ count: z.int(), of: z.int(), unit: z.enum(['days', 'minutes']) }),
  /** Minutes of the same pass that other purchases leave after the withdrawal. With 0, access ends. */
  minutesLeft: z.int(),
  /** True if the purchase no longer gives access, for example because staff have ended the subscription. */
  hasEnded: z.boolean(),
})
export type WithdrawablePurchase = z.infer<typeof withdrawablePurchase>

/** A purchase from which its buyer can withdraw, but not here: staff must look into it. */
const emailPurchase = z.object({
  ...z.pick(withdrawablePurchase, { id: true, plan: true, boughtAt: true, lastDay: true }).shape,
  /** `credit`: a part of it was paid from the customer's credit at Stripe, which no refund returns. */
  reason: z.enum(['disputed', 'credit']),
})
export type EmailPurchase = z.infer<typeof emailPurchase>

export const listWithdrawablePurchases = operation({
  name: 'list-withdrawable-purchases',
  summary:
    'Returns the subscriptions and passes that the caller, or the holder of a guest key, bought within the last 14 days, with the refund of a withdrawal, those that can be withdrawn from only by email, and the ids of those already withdrawn from.',
  caller: 'optionalAuth',
  body: z.object({ guest_key: guestKey }),
  ok: z.object({
    data: z.array(withdrawablePurchase),
    byEmail: z.array(emailPurchase),
    /** Ids of recent purchases whose withdrawal is recorded, even if the refund is pending or has failed. */
    withdrawn: z.array(z.string()),
  }),
  errors: ['payment_provider_error'],
  limits: [{ by: 'client', max: 60, windowSeconds: 3600 }],
})

export const withdrawPurchase = operation({
  name: 'withdraw-purchase',
  summary:
    'Withdraws from a purchase within 14 days: ends its access, refunds the amount that the caller confirmed, and emails a confirmation.',
  caller: 'optionalAuth',
  body: z.object({
    id: z.string().check(z.maxLength(250)),
    /** `refundMinor` of the purchase that the caller confirmed. It may be a few minutes old. */
    refundMinor: z.int(),
    guest_key: guestKey,
  }),
  ok: z.object({ refundMinor: z.int() }),
  errors: [
    'not_found',
    'withdrawal_period_over',
    'nothing_to_refund',
    'amount_changed',
    'payment_disputed',
    'payment_in_progress',
    'refund_failed',
    'payment_provider_error',
  ],
  limits: [{ by: 'client', max: 30, windowSeconds: 3600 }],
})
