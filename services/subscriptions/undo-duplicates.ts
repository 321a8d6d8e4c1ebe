import { duplicateSubscriptions, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { log } from '#platform/log.ts'
import { reportManualRepaymentOnce } from '#services/payments/manual-repayment.ts'
import { returnCredit } from '#services/payments/return-credit.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'

/**
 * Refunds the payment of a duplicate's invoice. Returns the refunded amount in pence, or `undefined` while something is
 * due: a dispute is open, or a payment or a refund is not final.
 */
const refundInvoice = async (
  invoice: SubscriptionInvoice,
  stripe: StripeGateway,
): Promise<number | undefined> => {
  const { id, paymentIntentId, amountPaidMinor: amountMinor } = invoice
  const purpose = `duplicate:${id}`
  if (paymentIntentId === null) {
    const reason = 'a duplicate subscription was paid outside of Stripe: refund it by hand'
    await reportManualRepaymentOnce(reason, invoice, { amountMinor, purpose }, stripe)
    return 0
  }
  const outcome = await stripe.refundInFull(paymentIntentId, purpose)
  if (outcome.state === 'refunded') return outcome.amountMinor
  return outcome.state === 'dispute_lost' ? 0 : undefined
}

/**
 * Refunds an invoice of a duplicate and returns the credit that it used, or voids it if it is unpaid: Stripe then returns
 * the credit. Returns the sum in pence, or `undefined` while something is due.
 */
const undoInvoice = async (
  invoice: SubscriptionInvoice,
  stripe: StripeGateway,
): Promise<number | undefined> => {
  const { id, status, creditMinor } = invoice
  if (status === 'open') return (await stripe.voidInvoice(id)) ? 0 : undefined
  if (status !== 'paid') return 0
  const amountMinor = await refundInvoice(invoice, stripe)
  // Return the credit even if the refund has failed, so that staff only have to send the money.
  await returnCredit(invoice, stripe)
  return amountMinor === undefined ? undefined : amountMinor + creditMinor
}

/** Undoes every invoice of a duplicate. Returns the refunded amount in pence, or `undefined` while something is due. */
const refundPayments = async (duplicateId: string, stripe: StripeGateway): Promise<number | undefined> => {
  let refunded = 0
  let isDue = false
  for (const invoice of await stripe.listInvoicesOf(duplicateId)) {
    const amountMinor = await undoInvoice(invoice, stripe)
    refunded += amountMinor ?? 0
    isDue ||= amountMinor === undefined
  }
  return isDue ? undefined : refunded
}

/**
 * Refunds a marked duplicate. The mark stays until the money has moved, so a run that fails in between is continued by
 * the next sync of the customer. The event about each refund sends its email.
 *
 * @returns whether something was refunded
 */
export const refundDuplicate = async (
  { id }: Pick<ProviderSubscription, 'id'>,
  stripe: StripeGateway,
): Promise<boolean> => {
  const amountMinor = await refundPayments(id, stripe)
  if (amountMinor === undefined) return false
  await stripe.markDuplicate(id, 'settled')
  return amountMinor > 0
}

/**
 * Cancels and refunds duplicate subscriptions. Each is marked at Stripe first: what remains to be done follows from
 * the mark and from Stripe's state, whichever step failed before.
 */
export const undoDuplicates = async (
  customerId: string,
  stripe: StripeGateway,
): Promise<{ subscriptions: ProviderSubscription[]; refunds: number }> => {
  const before = await stripe.listSubscriptions(customerId)
  const found = duplicateSubscriptions(before)
  for (const { id } of found) {
    log.warn('cancelling a duplicate subscription', { subscription: id })
    await stripe.markDuplicate(id, 'refund_due')
  }
  const due = [...found, ...before.filter(({ duplicate }) => duplicate === 'refund_due')]
  let refunds = 0
  for (const subscription of due) {
    if (subscription.status !== 'canceled') await stripe.cancelNow(subscription.id)
    if (await refundDuplicate(subscription, stripe)) refunds += 1
  }
  return { subscriptions: due.length === 0 ? before : await stripe.listSubscriptions(customerId), refunds }
}
