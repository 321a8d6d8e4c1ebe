import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { lastWithdrawalDay, mayWithdraw, type Use, withdrawalRefund } from '#shared/rules/withdrawal.ts'
import type { Plan } from '#shared/values/plans.ts'
import type { DisputeReason } from '#shared/values/reversal-reasons.ts'
import type { WithdrawalOutcome } from '#services/subscriptions/finish-withdrawals.ts'

/** A payment of a purchase. */
export interface PurchasePayment {
  /** Null if it was paid outside of Stripe, for example by bank transfer. */
  readonly intentId: string | null
  readonly amountMinor: number
  /** Refunds for reasons other than the withdrawal, in pence. */
  readonly refundedMinor: number
}

/** The refund of a withdrawal, in pence, and the part of it that staff repay by bank transfer. */
export interface WithdrawalAmount {
  readonly refundMinor: number
  readonly transferMinor: number
}

/** Reason why a withdrawal from a pass purchase was not made. */
type NotWithdrawn =
  | { readonly state: 'changed' }
  | { readonly state: 'in_progress' }
  | { readonly state: 'nothing_left' }

/** A purchase as its domain stores it. */
interface PurchaseFacts {
  readonly id: string
  readonly plan: Plan | null
  readonly boughtAt: Date
  /** Returns how much of the purchase was used at a time. */
  readonly useAt: (at: Date) => Use
  readonly unit: 'days' | 'minutes'
  /** Minutes of the pass that remain from its other purchases. */
  readonly minutesLeft: number
  readonly hasEnded: boolean
  readonly startRequested: boolean
  /** In the order of payment. There are several after a change of plan. */
  readonly payments: readonly PurchasePayment[]
  /**
   * The reason why the buyer cannot withdraw from it here. Stripe refunds no payment that is disputed, or whose dispute was lost. No
   * refund returns what was paid from the customer's credit at Stripe: staff must decide how.
   */
  readonly obstacle: DisputeReason | 'credit' | undefined
  /**
   * True if the withdrawal ends a subscription that would be charged again. The withdrawal is possible even if staff
   * have refunded everything that is due.
   */
  readonly endsRenewals: boolean
  /** True if an earlier request to withdraw is recorded at Stripe. */
  readonly isWithdrawn: boolean
  /**
   * Refunds this amount. The buyer gets `transferMinor` of it by bank transfer. Can be repeated: it then finishes the
   * recorded withdrawal, with the recorded amount. Nothing was refunded if the pass has `changed` since it was
   * read, or if a withdrawal from another purchase of the pass is `in_progress`, which changes the amount. If staff have
   * refunded what is due for a pass, there is `nothing_left`, and the pass stays as it is: it is never charged again.
   */
  readonly refund: (amount: WithdrawalAmount) => Promise<WithdrawalOutcome | NotWithdrawn>
  /** Ends the access after the refund. Can be repeated. */
  readonly endAccess: () => Promise<void>
}

export interface Purchase extends PurchaseFacts {
  readonly isOpen: boolean
  /** Returns whether the buyer can confirm this refund: it is due now, or was due up to five minutes ago. */
  readonly accepts: (refundMinor: number) => boolean
  /** Returns the part of a refund that Stripe cannot refund, because it was paid outside of Stripe. */
  readonly transferOf: (refundMinor: number) => number
  readonly view: WithdrawablePurchase
}

const dayMs = 24 * 3600_000

/**
 * Returns whether a purchase is looked up: for a day longer than it can be withdrawn from. So a buyer who confirms too
 * late gets the reason, and a withdrawal that was recorded in time can be finished.
 */
export const isRecent = (boughtAt: Date, now: Date): boolean =>
  mayWithdraw(boughtAt, new Date(now.getTime() - dayMs))

const minuteMs = 60_000

/**
 * A buyer reads the page before confirming, and a running pass is used up every minute. So the buyer can confirm what was
 * due this many minutes ago. Any other amount is out of date: for example, staff have refunded a part since.
 */
const confirmableMinutes = [0, 1, 2, 3, 4, 5] as const

/** Adds the withdrawal period and the refund to a purchase. */
export const toPurchase = (facts: PurchaseFacts, now: Date): Purchase => {
  const { id, plan, boughtAt, useAt, unit, minutesLeft, hasEnded, startRequested, payments } = facts
  const paidMinor = payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const refundedMinor = payments.reduce((sum, payment) => sum + payment.refundedMinor, 0)
  const atStripeMinor = payments
    .filter(({ intentId }) => intentId !== null)
    .reduce((sum, payment) => sum + payment.amountMinor - payment.refundedMinor, 0)
  const transferOf = (amount: number) => Math.max(0, amount - atStripeMinor)
  const refundAt = (at: Date) =>
    Math.max(0, withdrawalRefund({ paidMinor, startRequested }, useAt(at)) - refundedMinor)
  const refundMinor = refundAt(now)
  const { used: count, of } = useAt(now)
  return {
    ...facts,
    isOpen: mayWithdraw(boughtAt, now),
    transferOf,
    accepts: (amount) =>
      confirmableMinutes.some((ago) => refundAt(new Date(now.getTime() - ago * minuteMs)) === amount),
    view: {
      id,
      plan,
      boughtAt: boughtAt.toISOString(),
      lastDay: lastWithdrawalDay(boughtAt),
      paidMinor,
      refundedMinor,
      refundMinor,
      transferMinor: transferOf(refundMinor),
      startRequested,
      used: { count, of, unit },
      minutesLeft,
      hasEnded,
    },
  }
}
