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

/** A purchase as its domain knows it. */
interface PurchaseFacts {
  readonly id: string
  readonly plan: Plan | null
  readonly boughtAt: Date
  readonly use: Use
  readonly unit: 'days' | 'minutes'
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
  readonly view: WithdrawablePurchase
}

/** Adds the withdrawal period and the refund to a purchase. */
export const toPurchase = (facts: PurchaseFacts, now: Date): Purchase => {
  const { id, plan, boughtAt, use, unit, startRequested, payments } = facts
  const paidMinor = payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const refundedMinor = payments.reduce((sum, payment) => sum + payment.refundedMinor, 0)
  const due = withdrawalRefund({ paidMinor, startRequested }, use)
  return {
    ...facts,
    isOpen: mayWithdraw(boughtAt, now),
    view: {
      id,
      plan,
      boughtAt: boughtAt.toISOString(),
      lastDay: lastWithdrawalDay(boughtAt),
      paidMinor,
      refundedMinor,
      refundMinor: Math.max(0, due - refundedMinor),
      startRequested,
      used: { count: use.used, of: use.of, unit },
    },
  }
}
