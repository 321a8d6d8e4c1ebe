import type { ProviderSubscription, RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import type { DisputeReason } from '#shared/values/reversal-reasons.ts'
import { reportManualRepayment } from '#services/payments/manual-repayment.ts'
import { returnCredit } from '#services/payments/return-credit.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import {
  deductLaterRefunds,
  ownRefundsOf,
  readPayments,
  refundAtStripe,
  type StripePayment,
  takeFrom,
} from './withdrawal-refunds.ts'

const isPaid = ({ status, amountPaidMinor }: SubscriptionInvoice): boolean =>
  status === 'paid' && amountPaidMinor > 0

/** Returns the paid invoices of a subscription, oldest first. */
export const paidInvoicesOf = (
  newestFirst: readonly SubscriptionInvoice[],
  subscriptionId: string,
): SubscriptionInvoice[] =>
  // Invoices of the same second stay in Stripe's order.
  newestFirst
    .filter((invoice) => invoice.subscription.id === subscriptionId && isPaid(invoice))
    .toReversed()
    .toSorted((a, b) => a.createdEpochSeconds - b.createdEpochSeconds)

/** Asks staff to repay what was paid outside of Stripe. Stripe's mark on the invoice is set last, as for late payments. */
const reportTransfer = async (
  invoice: SubscriptionInvoice,
  amountMinor: number,
  stripe: StripeGateway,
): Promise<void> => {
  if (amountMinor === 0 || invoice.isSettled) return
  const reason = 'a withdrawn purchase was paid outside of Stripe: repay it by hand'
  reportManualRepayment(reason, invoice, amountMinor)
  await stripe.markSettled(invoice.id)
}

/** Reports what is due from the invoices that were paid outside of Stripe. */
const reportTransfers = async (
  withdrawn: readonly SubscriptionInvoice[],
  transferMinor: number,
  stripe: StripeGateway,
): Promise<void> => {
  const outside = withdrawn.filter(({ paymentIntentId }) => paymentIntentId === null)
  const shares = takeFrom(
    outside.map(({ amountPaidMinor }) => amountPaidMinor),
    transferMinor,
  )
  for (const [index, invoice] of outside.entries()) await reportTransfer(invoice, shares[index] ?? 0, stripe)
}

/**
 * Undoes an invoice that a change of plan issued during the withdrawal: it buys nothing.
 *
 * @returns false while a payment or a refund of it is not final
 */
const undoLaterInvoice = async (invoice: SubscriptionInvoice, stripe: StripeGateway): Promise<boolean> => {
  const { id, status, paymentIntentId, amountPaidMinor } = invoice
  if (status === 'open') return stripe.voidInvoice(id)
  if (status !== 'paid') return true
  let isFinal = true
  if (paymentIntentId === null) await reportTransfer(invoice, amountPaidMinor, stripe)
  else if (amountPaidMinor > 0) {
    const { state } = await stripe.refundInFull(paymentIntentId, `after-withdrawal:${id}`)
    isFinal = state === 'refunded' || state === 'dispute_lost'
  }
  // Return the credit even if the refund has failed, so that staff only have to send the money.
  await returnCredit(invoice, stripe)
  return isFinal
}

/** Returns the position of the latest invoice that a withdrawal covers. */
const positionOf = ({ invoiceId }: RecordedWithdrawal, invoices: readonly SubscriptionInvoice[]): number => {
  const index = invoices.findIndex(({ id }) => id === invoiceId)
  // Without the position, the wrong invoices would be refunded.
  if (index === -1) throw new Error(`Invoice ${invoiceId} of a withdrawal is not listed`)
  return index
}

/** Undoes the invoices after those that a withdrawal covers. Returns false while a payment or a refund is not final. */
const undoLaterInvoices = async (
  id: string,
  withdrawal: RecordedWithdrawal,
  stripe: StripeGateway,
): Promise<boolean> => {
  // List the invoices again, because the plan may have been changed until the cancellation.
  const invoices = await stripe.listInvoicesOf(id)
  let isFinal = true
  for (const invoice of invoices.slice(0, positionOf(withdrawal, invoices)))
    isFinal = (await undoLaterInvoice(invoice, stripe)) && isFinal
  return isFinal
}

/** A subscription whose withdrawal is recorded at Stripe. */
export type WithdrawnSubscription = ProviderSubscription & { readonly withdrawal: RecordedWithdrawal }

/** Returns whether a withdrawal is recorded whose refunds, or the end of its subscription, may be missing. */
export const isWithdrawalUnfinished = (
  subscription: ProviderSubscription,
): subscription is WithdrawnSubscription => subscription.withdrawal?.state === 'started'

export type WithdrawalOutcome =
  /**
   * `refundMinor` is what the buyer gets back, in pence: through Stripe, and by bank transfer. It is 0 if everything
   * that is due was refunded for another reason, for example by staff. The subscription ends in this case too.
   */
  | { readonly state: 'refunded'; readonly refundMinor: number }
  | { readonly state: 'disputed' }
  /** The bank disputes a payment after another one was refunded. The rest is refunded if the dispute is won. */
  | { readonly state: 'partly_refunded' }
  /** A refund failed. The access has ended, and staff return the money in another way. */
  | { readonly state: 'refund_failed' }

/**
 * Returns the outcome of a withdrawal that was partly made before a payment was disputed, or `undefined` if nothing of
 * it was made. A refund that failed counts as made: its buyer was told that the purchase is withdrawn.
 */
const partialOutcomeOf = (
  dispute: DisputeReason,
  refundMinor: number,
  payments: readonly StripePayment[],
): WithdrawalOutcome | undefined => {
  const made = Math.max(refundMinor, ownRefundsOf(payments))
  // A lost dispute ends the access, and the bank has returned the rest.
  if (made > 0)
    return dispute === 'disputed' ? { state: 'partly_refunded' } : { state: 'refunded', refundMinor: made }
  return payments.some(({ hasFailedRefund }) => hasFailedRefund) ? { state: 'refund_failed' } : undefined
}

/**
 * Finishes a recorded withdrawal: refunds what Stripe can refund, ends the subscription and asks staff to repay the
 * rest. Can be repeated and run concurrently. If staff have refunded everything that is due, the subscription still
 * ends, because the buyer has withdrawn. If the bank disputes a payment before anything is refunded, the withdrawal is
 * no longer recorded. If a part was made before, the withdrawal stays recorded until the dispute is decided.
 */
export const finishWithdrawal = async (
  { id, withdrawal: recorded }: WithdrawnSubscription,
  stripe: StripeGateway,
): Promise<WithdrawalOutcome> => {
  const paid = paidInvoicesOf(await stripe.listInvoicesOf(id), id)
  const withdrawn = paid.slice(0, positionOf(recorded, paid) + 1)
  const payments = await readPayments(id, withdrawn, stripe)
  const due = deductLaterRefunds(recorded, payments)
  const { refundedMinor: atStripe, failedMinor, dispute } = await refundAtStripe(id, due, payments, stripe)
  if (dispute !== undefined) {
    // A concurrent run may have refunded another payment before the dispute.
    const made = partialOutcomeOf(dispute, atStripe, await readPayments(id, withdrawn, stripe))
    if (dispute === 'dispute_lost' || made === undefined) await stripe.markWithdrawal(id, undefined)
    return made ?? { state: 'disputed' }
  }
  const refundMinor = atStripe + failedMinor + due.transferMinor
  const withdrawal = { ...due, refundMinor }
  // Record the amount before the subscription ends, because the event about the end may send an email with it.
  if (refundMinor !== recorded.refundMinor) await stripe.markWithdrawal(id, withdrawal)
  const amountMinor = withdrawn.at(-1)?.amountPaidMinor ?? 0
  await stripe.recordReversal(id, { reason: 'refunded', amountMinor, invoiceId: withdrawal.invoiceId })
  await stripe.cancelNow(id)
  await reportTransfers(withdrawn, withdrawal.transferMinor, stripe)
  const isFinal = await undoLaterInvoices(id, withdrawal, stripe)
  if (isFinal) await stripe.markWithdrawal(id, { ...withdrawal, state: 'settled' })
  return failedMinor > 0 ? { state: 'refund_failed' } : { state: 'refunded', refundMinor }
}

/** Finishes the withdrawals that a request has recorded and not finished. Returns the subscriptions afterwards. */
export const finishWithdrawals = async (
  subscriptions: readonly ProviderSubscription[],
  customerId: string,
  stripe: StripeGateway,
): Promise<readonly ProviderSubscription[]> => {
  const unfinished = subscriptions.filter(isWithdrawalUnfinished)
  for (const subscription of unfinished) await finishWithdrawal(subscription, stripe)
  return unfinished.length === 0 ? subscriptions : stripe.listSubscriptions(customerId)
}
