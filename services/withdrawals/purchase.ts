import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { lastWithdrawalDay, mayWithdraw, type Use, withdrawalRefund } from '#shared/rules/withdrawal.ts'
import type { Plan } from '#shared/values/plans.ts'

/** A payment of a purchase. */
export interface PurchasePayment {
  readonly intentId: string
  readonly amountMinor: number
  /** Refunds for other reasons than the withdrawal, in pence. */
  readonly refundedMinor: number
}

/** A purchase as its domain stores it. */
interface PurchaseFacts {
  readonly id: string
  readonly plan: Plan | null
  readonly boughtAt: Date
  /** Returns how much of the purchase was used at a time. */
  readonly useAt: (at: Date) => Use
  readonly unit: 'days' | 'minutes'
  /** Minutes of a pass that its other purchases leave. */
  readonly minutesLeft: number
  readonly startRequested: boolean
  /** In the order of payment. There are several after a change of plan. */
  readonly payments: readonly PurchasePayment[]
  readonly isDisputed: boolean
  /** Amount already refunded because of a withdrawal, in pence. Above 0 once it is complete. */
  readonly withdrawnMinor: number
  /** Prepares the refund at Stripe. */
  readonly prepare: () => Promise<void>
  /** Ends the access after the refund. Can be repeated. */
  readonly endAccess: () => Promise<void>
}

export interface Purchase extends PurchaseFacts {
  readonly isOpen: boolean
  /** Returns whether the buyer can confirm this refund: it is due now, or was due up to five minutes ago. */
  readonly accepts: (refundMinor: number) => boolean
  readonly view: WithdrawablePurchase
}

/** A buyer reads the page before confirming, and a running pass is used up every minute. */
const confirmationMs = 5 * 60_000

/** Adds the withdrawal period and the refund to a purchase. */
export const toPurchase = (facts: PurchaseFacts, now: Date): Purchase => {
  const { id, plan, boughtAt, useAt, unit, minutesLeft, startRequested, payments } = facts
  const paidMinor = payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const refundedMinor = payments.reduce((sum, payment) => sum + payment.refundedMinor, 0)
  const refundAt = (at: Date) =>
    Math.max(0, withdrawalRefund({ paidMinor, startRequested }, useAt(at)) - refundedMinor)
  const refundMinor = refundAt(now)
  const { used: count, of } = useAt(now)
  return {
    ...facts,
    isOpen: mayWithdraw(boughtAt, now),
    accepts: (amount) =>
      amount >= refundMinor && amount <= refundAt(new Date(now.getTime() - confirmationMs)),
    view: {
      id,
      plan,
      boughtAt: boughtAt.toISOString(),
      lastDay: lastWithdrawalDay(boughtAt),
      paidMinor,
      refundedMinor,
      refundMinor,
      startRequested,
      used: { count, of, unit },
      minutesLeft,
    },
  }
}
