import type { EmailContent } from '#shared/contract/email.ts'
import type { ChargeReversal, RefundFacts } from './stripe/reversal-facts.ts'
import { withdrawalPurpose } from './stripe/reversal.ts'
import type { UnrefundedWithdrawal } from './stripe/unrefunded-withdrawal.ts'

/** Returns the facts about the charge for refund and dispute emails. */
export const reversalContent = <What>(facts: ChargeReversal<string, What>) => ({
  what: facts.what,
  amount_minor: facts.amountMinor,
  currency: facts.currency,
  payment: { amount_minor: facts.paymentMinor, paid_at: facts.paidAt, number: facts.number },
})

export interface WithdrawalEmail {
  readonly cause: string
  readonly content: EmailContent
}

/** Returns whether a refund is for a withdrawal: of the last payment of the purchase, or of an earlier one. */
export const isForWithdrawal = ({ purpose = '' }: RefundFacts): boolean => purpose.includes(withdrawalPurpose)

/**
 * Returns the email about the refund of a withdrawal, or `undefined` if it is another refund or has failed. The email
 * acknowledges the withdrawal. It states this refund and, if earlier payments are refunded too, the sum. While the
 * refund is pending, its email has a different cause, so that another email confirms the refund once it is paid.
 */
export const withdrawalEmailOf = (facts: RefundFacts): WithdrawalEmail | undefined => {
  const { purpose, status, paidFor: what, amountMinor, totalMinor, transferMinor } = facts
  const pending = status === 'other'
  if (!purpose?.startsWith(withdrawalPurpose) || (status !== 'refunded' && !pending)) return undefined
  return {
    cause: pending ? `${purpose}:received` : purpose,
    content: {
      template: 'withdrawal',
      ...reversalContent({ ...facts, what }),
      ...(totalMinor !== amountMinor && { total_minor: totalMinor }),
      ...(transferMinor > 0 && { transfer_minor: transferMinor }),
      ...(pending && { pending }),
    },
  }
}

/**
 * Returns the email about a refund that failed or was cancelled. It acknowledges the withdrawal that the refund was for,
 * if any. Only the email about the last refund states what is repaid by bank transfer, so that nobody counts it twice.
 */
export const failedRefundEmailOf = (id: string, facts: RefundFacts): WithdrawalEmail => {
  const { purpose = '', paidFor, transferMinor } = facts
  const statesTransfer = purpose.startsWith(withdrawalPurpose) && transferMinor > 0
  return {
    cause: `refund-failed:${id}`,
    content: {
      template: 'refund-failed',
      ...reversalContent(facts),
      ...(isForWithdrawal(facts) && { withdrawn: paidFor }),
      ...(statesTransfer && { transfer_minor: transferMinor }),
    },
  }
}

/**
 * Returns the email about the withdrawal from a subscription for which Stripe makes no refund: staff repay the whole
 * amount by bank transfer, or had already refunded everything that was due.
 */
export const unrefundedEmailOf = (facts: UnrefundedWithdrawal): WithdrawalEmail => ({
  cause: `${withdrawalPurpose}${facts.subscriptionId}`,
  content: {
    template: 'withdrawal',
    what: 'subscription',
    amount_minor: facts.transferMinor,
    ...(facts.transferMinor > 0 && { transfer_minor: facts.transferMinor }),
    currency: facts.currency,
    payment: { amount_minor: facts.paymentMinor, paid_at: facts.paidAt, number: facts.number },
  },
})
