import { log } from '#platform/log.ts'
import { applyPayment, isPassSession, type PassDependencies } from '#services/passes/apply-payment.ts'
import { confirmOrder } from '#services/payments/receipt-email.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { Payment, SubscriptionReversal } from '#services/payments/stripe/payments.ts'
import type { Session } from '#services/payments/stripe/session.ts'
import { refundOrphanedPayment } from '#services/subscriptions/late-payments.ts'
import {
  refundLaterChange,
  repayUndoneChange,
  repayUndoneChangeOfEnded,
} from '#services/subscriptions/undone-change.ts'
import { repayEnded, repayUnusedTime } from '#services/subscriptions/repay.ts'
import { ownsCustomer } from '#services/subscriptions/sync-customer.ts'

export interface PaymentChangeDependencies extends PassDependencies {
  readonly stripe: StripeGateway
  readonly customers: CustomerRepository
}

/** Returns whether the current payment is gone for good: refunded in full, or lost in a dispute. */
const isLoss = (reversal: SubscriptionReversal | undefined): reversal is SubscriptionReversal =>
  reversal !== undefined && reversal.reason !== 'disputed'

/**
 * Applies a refund or dispute to the subscription that the payment was for. Each payment counts for its own period: a
 * full refund or a lost dispute of the current payment ends the subscription, and an open dispute suspends access.
 * After a lost dispute of an earlier payment, a subscription whose current period is paid ends with that period. No
 * renewal is charged during any dispute, even of a payment that was refunded. All payments of the subscription are
 * read, so the order of events does not matter. The reason of an end is recorded in Stripe's metadata before the
 * subscription ends, so that every later sync reads the same reason.
 */
const applyRefundOrDispute = async (payment: Payment, stripe: StripeGateway): Promise<void> => {
  const { customerId, intentId, reversal: reason, dispute, amountMinor } = payment
  if (customerId === null) return
  const subscription = await stripe.findSubscriptionByPayment(customerId, intentId)
  if (subscription === undefined) {
    if (reason === 'refunded' || reason === 'dispute_lost') await repayUndoneChangeOfEnded(intentId, stripe)
    return
  }
  const { id, invoiceId, isCurrent } = subscription
  if (dispute === 'dispute_lost' && !isCurrent && !(await stripe.endWithPaidPeriod(id, invoiceId))) {
    await stripe.recordReversal(id, { reason: dispute, amountMinor, invoiceId })
    return stripe.cancelNow(id)
  }
  const reversal = await stripe.findReversal(id)
  if (!isLoss(reversal)) return stripe.recordReversal(id, reversal)
  // Only for the current payment, because its period has used up the credit of any earlier change of plan.
  await repayUndoneChange({ subscriptionId: id, ...reversal }, stripe)
  await stripe.recordReversal(id, reversal)
  // The plan could still be changed until the reversal was recorded. The payment of that change then counts.
  if (!isLoss(await stripe.findReversal(id))) return applyRefundOrDispute(payment, stripe)
  await stripe.cancelNow(id)
  // A change of plan that was requested before the reversal was recorded can be charged until the subscription ends.
  await refundLaterChange(await stripe.findInvoice(reversal.invoiceId), stripe)
}

const hasAccount = async (
  customerId: string | null,
  { customers }: PaymentChangeDependencies,
): Promise<boolean> =>
  customerId !== null && ownsCustomer(await customers.findByCustomer(customerId), customerId)

/**
 * Repays what is still due for an ended subscription after the dispute of its payment was won. Stripe refunds no
 * disputed payment, a customer without an account has no further sync, and no sync refunds the unused time before a
 * change of plan.
 */
const repayAfterDispute = async (
  { intentId, customerId, reversal }: Payment,
  deps: PaymentChangeDependencies,
): Promise<void> => {
  if (reversal !== undefined) return
  const { stripe } = deps
  const invoice = await stripe.findInvoiceByPayment(intentId)
  if (invoice === undefined) return
  if (!(await hasAccount(customerId, deps))) await refundOrphanedPayment(invoice.id, stripe)
  await repayEnded(invoice.subscriptionId, stripe)
  await repayUnusedTime(invoice.subscriptionId, stripe)
}

/**
 * A direct debit can succeed, or its dispute be won, after its buyer has deleted the account. Such a payment bought
 * nothing.
 */
const refundWithoutAccount = async (
  { id, userId, paymentIntentId: intent, paid, reversal }: Session,
  { passes, stripe }: PaymentChangeDependencies,
): Promise<void> => {
  if (!paid || reversal !== undefined || intent === null || userId === null) return
  if ((await passes.findPayment(id)) !== undefined || (await passes.listByUser(userId)) !== undefined) return
  log.warn('refunding the pass of a deleted account', { session: id })
  await stripe.refundInFull(intent, `without-account:${id}`)
}

/**
 * Confirms the order of a pass whose payment was refunded or disputed before it gave access. The contract was made, and
 * the event about its payment may be lost. The account may have changed its address since the payment.
 */
const confirmReversed = async (
  { id, userId, email, invoiceId, paid, reversal }: Session,
  { passes, siteUrl }: PaymentChangeDependencies,
  now: Date,
): Promise<void> => {
  if (!paid || reversal === undefined || (await passes.findPayment(id)) !== undefined) return
  const account = userId === null ? undefined : await passes.findByUser(userId)
  const buyer = { email: account?.email ?? email, userId: userId ?? undefined }
  await confirmOrder(invoiceId, buyer, { queueEmail: passes.queueEmail, siteUrl }, now)
}

/**
 * Applies the payment of a one-time session to its pass. Refunds it if its account was deleted before. Only called within
 * weeks of the payment, because the records of sent emails are kept for 30 days.
 */
export const applyPassSession = async (sessionId: string, deps: PaymentChangeDependencies, now: Date) => {
  const session = await deps.stripe.findSession(sessionId)
  if (session === undefined || !isPassSession(session)) return undefined
  const applied = await applyPayment(session, deps, now)
  if (applied !== undefined) return applied
  await refundWithoutAccount(session, deps)
  await confirmReversed(session, deps, now)
  return undefined
}

/**
 * Applies the current state of a payment that was refunded or disputed to its pass or subscription.
 *
 * @returns the customer of the payment
 */
export const applyPaymentChange = async (
  paymentIntentId: string,
  deps: PaymentChangeDependencies,
  now: Date,
): Promise<string | undefined> => {
  const payment = await deps.stripe.findPayment(paymentIntentId)
  if (payment === undefined) return undefined
  const session = await deps.stripe.findSessionByPayment(payment.intentId)
  if (session !== undefined && isPassSession(session)) {
    const applied = await applyPayment(session, deps, now)
    if (applied === undefined) await refundWithoutAccount(session, deps)
  } else {
    await applyRefundOrDispute(payment, deps.stripe)
    await repayAfterDispute(payment, deps)
  }
  return payment.customerId ?? undefined
}
