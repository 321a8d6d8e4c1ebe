import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { planFacts, poundsAndPence } from '#shared/values/plans.ts'

export const nameOf = ({ plan }: Pick<WithdrawablePurchase, 'plan'>): string => {
  if (plan === null) return 'Subscription'
  return plan === 'one-time' ? 'Live chat pass' : `${planFacts[plan].name} subscription`
}

/** Explains the amount of the refund. */
export const reasonOf = ({
  paidMinor,
  refundedMinor,
  refundMinor,
  startRequested,
  used,
}: WithdrawablePurchase): string => {
  // Only a subscription that would renew is listed without a refund.
  if (refundMinor === 0)
    return 'We’ve already refunded everything that’s due to you, but your subscription hasn’t ended. Withdraw to end it now. Otherwise it renews, and you’ll be charged.'
  if (refundMinor === paidMinor) return 'You’ll get back everything you paid.'
  if (!startRequested || refundMinor + refundedMinor === paidMinor)
    return 'You’ll get back the rest of what you paid.'
  return `You asked us to start at once and have used ${used.count} of ${used.of} ${used.unit}. We keep that part of the price.`
}

/** Says what a withdrawal ends. Another purchase of the same pass may leave minutes. */
export const consequenceOf = ({ minutesLeft, hasEnded }: WithdrawablePurchase): string => {
  if (hasEnded) return 'Your access has already ended.'
  // Older server versions do not report the minutes.
  if (!minutesLeft) return 'Your access ends as soon as you confirm.'
  return minutesLeft === 1
    ? 'You’ll keep the 1 minute that’s left from your other purchases of this pass.'
    : `You’ll keep the ${minutesLeft} minutes that are left from your other purchases of this pass.`
}

/** Returns the two ways in which the money is returned: Stripe's refund and our own bank transfer. */
const partsOf = ({ refundMinor, transferMinor }: WithdrawablePurchase) => {
  // Older server versions do not report the transfer.
  const transfer = transferMinor || 0
  return {
    refund: refundMinor === transfer ? undefined : poundsAndPence(refundMinor - transfer),
    transfer: transfer === 0 ? undefined : poundsAndPence(transfer),
  }
}

/** Says how the refund is paid before the buyer confirms. */
export const repaymentOf = (purchase: WithdrawablePurchase): string => {
  if (purchase.refundMinor === 0) return 'There’s nothing more to refund, and you won’t be charged again.'
  const { refund, transfer } = partsOf(purchase)
  const byCard = refund && `We refund ${refund} to the card or account you paid with.`
  const byTransfer =
    transfer &&
    `You ${refund ? 'also ' : ''}paid by bank transfer, so we repay ${transfer} by bank transfer within 14 days.`
  return [byCard, byTransfer].filter(Boolean).join(' ')
}

/** Says how the refund is paid after the withdrawal. */
export const outcomeOf = (purchase: WithdrawablePurchase): string => {
  const { refund, transfer } = partsOf(purchase)
  const byCard =
    refund &&
    `We’re refunding ${refund} to the card or account you paid with. It can take five to ten days to appear on your statement.`
  const byTransfer = transfer && `We’ll repay ${transfer} by bank transfer within 14 days.`
  const nothing =
    refund || transfer
      ? undefined
      : 'We’d already refunded everything that was due to you. You won’t be charged again.'
  return [byCard, byTransfer, nothing, 'We’ve emailed you a confirmation.'].filter(Boolean).join(' ')
}
