import { isLive } from '#shared/rules/entitlement.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import {
  finishWithdrawal,
  finishWithdrawals,
  isWithdrawalUnfinished,
  paidInvoicesOf,
} from './finish-withdrawals.ts'
import { repayUndoneChange, repayUndoneChangeOfEnded, type UndoneChange } from './undone-change.ts'
import { refundDuplicate, undoDuplicates } from './undo-duplicates.ts'

/** Finds the change of plan that started the last paid period, if its payment was refunded in full or lost in a dispute. */
const findReversedChange = async (
  subscriptionId: string,
  stripe: StripeGateway,
): Promise<UndoneChange | undefined> => {
  const current = paidInvoicesOf(await stripe.listInvoicesOf(subscriptionId), subscriptionId).at(-1)
  if (current === undefined || !current.isPlanChange || current.paymentIntentId === null) return undefined
  const { id: invoiceId, paymentIntentId: intentId } = current
  const reversal = (await stripe.findPayment(intentId))?.reversal
  const isUndone = reversal === 'refunded' || reversal === 'dispute_lost'
  return isUndone ? { subscriptionId, invoiceId, intentId } : undefined
}

/**
 * Repays the money that is due to a customer who will be deleted: for duplicate subscriptions, for recorded
 * withdrawals, and for the credit of a change of plan that was refunded. After the deletion, the events about the ended
 * subscriptions find no account. Can be repeated.
 *
 * @throws ApiError `payment_provider_error` if Stripe fails
 */
export const repayCustomer = async (customerId: string, stripe: StripeGateway): Promise<void> => {
  const { subscriptions } = await undoDuplicates(customerId, stripe)
  const running = (await finishWithdrawals(subscriptions, customerId, stripe)).filter(isLive)
  for (const { id, hasLaterInvoice } of running) {
    const change = hasLaterInvoice === true ? await findReversedChange(id, stripe) : undefined
    // The event about the reversal may not have been processed yet.
    if (change !== undefined) await repayUndoneChange(change, stripe)
  }
}

/**
 * Refunds the unused time before a change of plan that was undone while its payment was disputed: Stripe refunds no
 * disputed payment. Called once the dispute is won. Can be repeated.
 */
export const repayUnusedTime = async (subscriptionId: string, stripe: StripeGateway): Promise<void> => {
  const change = await findReversedChange(subscriptionId, stripe)
  if (change !== undefined) await repayUndoneChangeOfEnded(change.intentId, stripe)
}

/**
 * Repays the money that is due for an ended subscription, because of a recorded withdrawal or because it was a
 * duplicate, whoever ended it. Every sync does this too, but finds no subscriptions of a deleted customer. Can be
 * repeated.
 *
 * @returns whether something was refunded, or reported to staff
 */
export const repayEnded = async (subscriptionId: string, stripe: StripeGateway): Promise<boolean> => {
  const subscription = await stripe.findSubscription(subscriptionId)
  if (subscription?.status !== 'canceled') return false
  if (isWithdrawalUnfinished(subscription)) {
    const outcome = await finishWithdrawal(subscription, stripe)
    return outcome.state === 'refunded' && outcome.refundMinor > 0
  }
  return subscription.duplicate === 'refund_due' && refundDuplicate(subscription, stripe)
}
