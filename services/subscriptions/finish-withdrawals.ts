import type { ProviderSubscription, RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import { reportManualRepayment } from '#services/payments/manual-repayment.ts'
import { returnCredit } from '#services/payments/return-credit.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { PartOutcome } from '#services/payments/stripe/refunds.ts'
import { withdrawalPurpose } from '#services/payments/stripe/reversal.ts'

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

/** Takes an amount from what is left of payments, the latest first. The earliest keep what the buyer owes. */
const takeFrom = (left: readonly number[], amountMinor: number): number[] => {
  let missing = amountMinor
  const latestFirst = left.toReversed().map((available) => {
    const share = Math.min(missing, available)
    missing -= share
    return share
  })
  return latestFirst.toReversed()
}

interface StripePayment {
  readonly intentId: string
  /** Refunds for reasons other than the withdrawal, in pence. */
  readonly otherMinor: number
  /** The sum of the refunds that the withdrawal has made already, in pence. */
  readonly ownMinor: number
  /** True if the refund of this payment completed the withdrawal. */
  readonly hasLastRefund: boolean
  /** True if a refund of the withdrawal failed. It is not tried again. */
  readonly hasFailedRefund: boolean
  readonly left: number
}

const readPayments = async (
  id: string,
  invoices: readonly SubscriptionInvoice[],
  stripe: StripeGateway,
): Promise<StripePayment[]> => {
  const payments: StripePayment[] = []
  for (const { paymentIntentId: intentId, amountPaidMinor } of invoices) {
    if (intentId === null) continue
    const { otherMinor, ownMinor, refundId, failedRefundId } = await stripe.findWithdrawalRefunds(
      intentId,
      id,
    )
    const hasLastRefund = refundId !== undefined
    const hasFailedRefund = failedRefundId !== undefined
    const left = amountPaidMinor - otherMinor
    payments.push({ intentId, otherMinor, ownMinor, hasLastRefund, hasFailedRefund, left })
  }
  return payments
}

const ownRefundsOf = (payments: readonly StripePayment[]): number =>
  payments.reduce((sum, { ownMinor }) => sum + ownMinor, 0)

/**
 * Deducts what was refunded for another reason since the withdrawal was recorded, for example by staff. What the
 * withdrawal has refunded before stays refunded.
 */
const deductLaterRefunds = (
  withdrawal: RecordedWithdrawal,
  payments: readonly StripePayment[],
): RecordedWithdrawal => {
  const refundedMinor = payments.reduce((sum, { otherMinor }) => sum + otherMinor, 0)
  const atStripe = withdrawal.refundMinor - withdrawal.transferMinor
  const left = Math.max(
    ownRefundsOf(payments),
    atStripe - Math.max(0, refundedMinor - withdrawal.refundedMinor),
  )
  return { ...withdrawal, refundedMinor, refundMinor: left + withdrawal.transferMinor }
}

/** The state of a dispute because of which Stripe does not refund a payment. */
type Dispute = Exclude<PartOutcome['state'], 'refunded' | 'failed'>

/** Returns the first dispute of these payments. */
const findDispute = async (
  payments: readonly StripePayment[],
  stripe: StripeGateway,
): Promise<Dispute | undefined> => {
  for (const { intentId } of payments) {
    const reversal = (await stripe.findPayment(intentId))?.reversal
    if (reversal === 'disputed' || reversal === 'dispute_lost') return reversal
  }
  return undefined
}

interface RefundsAtStripe {
  /** The sum of the refunds of this run and of earlier ones, in pence. */
  readonly refundedMinor: number
  /** The sum of the refunds that failed, in pence. Staff return it in another way. */
  readonly failedMinor: number
  /** Set if a payment is or was disputed: Stripe does not refund it. Nothing more is refunded then. */
  readonly dispute?: Dispute | undefined
}

const noRefunds: RefundsAtStripe = { refundedMinor: 0, failedMinor: 0 }

/** Refunds what was paid through Stripe, the latest payment last: its refund has the email about the withdrawal. */
const refundAtStripe = async (
  id: string,
  { refundMinor, transferMinor }: RecordedWithdrawal,
  payments: readonly StripePayment[],
  stripe: StripeGateway,
): Promise<RefundsAtStripe> => {
  // An earlier run may have made some of the refunds, and staff may have refunded other payments since.
  let refundedMinor = ownRefundsOf(payments)
  let failedMinor = 0
  let excessMinor = 0
  // Reduced below by what staff refund in the meantime.
  let totalMinor = refundMinor
  const shares = takeFrom(
    payments.map(({ left, ownMinor }) => left - ownMinor),
    refundMinor - transferMinor - refundedMinor,
  )
  const last = shares.findLastIndex((share) => share > 0)
  const toRefund = payments.filter((_payment, index) => (shares[index] ?? 0) > 0)
  // The first payment is checked when it is refunded.
  let dispute = await findDispute(toRefund.slice(1), stripe)
  let isConfirmed = payments.some(({ hasLastRefund }) => hasLastRefund)
  let latest = payments.findLast(({ ownMinor }) => ownMinor > 0)?.intentId
  for (const [index, { intentId, otherMinor }] of payments.entries()) {
    const share = shares[index] ?? 0
    const amountMinor = Math.max(0, share - excessMinor)
    excessMinor -= share - amountMinor
    if (amountMinor === 0 || dispute !== undefined) continue
    const purpose =
      index === last ? `${withdrawalPurpose}${id}` : `part-of-${withdrawalPurpose}${id}:${index}`
    const refund = { amountMinor, totalMinor, transferMinor, deductedMinor: otherMinor, purpose }
    const outcome = await stripe.refundPart(intentId, refund)
    if (outcome.state === 'failed') {
      failedMinor += amountMinor
      continue
    }
    if (outcome.state !== 'refunded') {
      dispute = outcome.state
      continue
    }
    refundedMinor += outcome.amountMinor
    excessMinor = outcome.excessMinor ?? 0
    totalMinor -= amountMinor - outcome.amountMinor + excessMinor
    if (outcome.amountMinor === 0) continue
    latest = intentId
    isConfirmed ||= index === last
  }
  const owed = dispute === undefined ? transferMinor : 0
  // An earlier run was interrupted, or staff or the bank have returned the latest payment in the meantime.
  if (dispute !== 'disputed' && !isConfirmed && latest !== undefined)
    await stripe.completeWithdrawal(latest, id, { totalMinor: refundedMinor + owed, transferMinor: owed })
  return { refundedMinor, failedMinor, dispute }
}

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
  dispute: Dispute,
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
  const isNothingLeft = due.refundMinor === 0
  const {
    refundedMinor: atStripe,
    failedMinor,
    dispute,
  } = isNothingLeft ? noRefunds : await refundAtStripe(id, due, payments, stripe)
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
  const outside = withdrawn.filter(({ paymentIntentId }) => paymentIntentId === null)
  const shares = takeFrom(
    outside.map(({ amountPaidMinor }) => amountPaidMinor),
    withdrawal.transferMinor,
  )
  for (const [index, invoice] of outside.entries()) await reportTransfer(invoice, shares[index] ?? 0, stripe)
  // List the invoices again, because the plan may have been changed until the cancellation.
  const own = await stripe.listInvoicesOf(id)
  const later = own.slice(0, positionOf(withdrawal, own))
  let isFinal = true
  for (const invoice of later) isFinal = (await undoLaterInvoice(invoice, stripe)) && isFinal
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
