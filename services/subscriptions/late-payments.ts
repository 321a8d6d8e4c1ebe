import type { LateAccess, ProviderSubscription } from '#shared/rules/entitlement.ts'
import { monthsBetween, monthsLater } from '#shared/rules/months.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { log } from '#platform/log.ts'
import { reportManualRepaymentOnce } from '#services/payments/manual-repayment.ts'
import { returnCredit } from '#services/payments/return-credit.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'

/**
 * The paid invoice of a subscription that had ended before the payment, or was ended because the payment was missing. An
 * invoice that was paid after its period, while a later one of the subscription was unpaid, counts too: it gave no access
 * then.
 */
export interface LatePayment extends SubscriptionInvoice {
  readonly paidAtEpochSeconds: number
}

/**
 * Maximum time from the record of an unpaid invoice to the cancellation, in seconds. A run that was interrupted in
 * between did not cancel.
 */
const cancellationSeconds = 3600

/**
 * Returns whether an invoice was paid after the end of its subscription. A payment in the same second counts, unless
 * the invoice was issued in it too.
 */
const isPaidAfter = ({ createdEpochSeconds: created }: SubscriptionInvoice, paidAt: number, ended: number) =>
  paidAt > ended || (paidAt === ended && paidAt > created)

export const isLatePayment = (invoice: SubscriptionInvoice): invoice is LatePayment => {
  const { status, duplicate, endedEpochSeconds: ended, unpaidInvoiceIds } = invoice.subscription
  const { paidAtEpochSeconds: paidAt } = invoice
  return (
    invoice.status === 'paid' &&
    paidAt !== null &&
    status === 'canceled' &&
    duplicate === undefined &&
    typeof ended === 'number' &&
    (isPaidAfter(invoice, paidAt, ended) ||
      paidAt >= invoice.period.end ||
      (unpaidInvoiceIds?.includes(invoice.id) === true && ended - paidAt < cancellationSeconds))
  )
}

const neverActive = new Set(['incomplete', 'incomplete_expired'])

/** Returns whether the customer had another subscription when the invoice was paid, so the payment buys nothing. */
export const hadSubscribedAgain = (
  { paidAtEpochSeconds: paidAt, subscription: { id } }: LatePayment,
  subscriptions: readonly ProviderSubscription[],
): boolean =>
  subscriptions.some(
    (other) =>
      other.id !== id &&
      other.duplicate === undefined &&
      !neverActive.has(other.status) &&
      other.createdEpochSeconds <= paidAt &&
      (typeof other.endedEpochSeconds !== 'number' || other.endedEpochSeconds > paidAt),
  )

/** Returns when the period that a late payment buys ends: as many months after `start` as the invoice charges for. */
const periodEnd = ({ period }: LatePayment, start: number): number =>
  monthsLater(start, Math.max(1, monthsBetween(period.start, period.end)))

/**
 * Refunds a late payment that buys nothing, and returns the credit that its invoice used. A payment outside of Stripe
 * raises an alarm instead. Stripe's mark on the invoice is set last, so a run that fails in between is repeated. The
 * event about the refund sends its email.
 *
 * @returns whether something was refunded
 */
export const refundLatePayment = async (payment: LatePayment, stripe: StripeGateway): Promise<boolean> => {
  if (payment.isSettled) return false
  const { id, paymentIntentId: intent, amountPaidMinor: amountMinor } = payment
  const purpose = `late-payment:${id}`
  const outcome = intent === null ? undefined : await stripe.refundInFull(intent, purpose)
  if (outcome === undefined) {
    const reason = 'a late payment outside of Stripe buys nothing: refund it by hand'
    await reportManualRepaymentOnce(reason, payment, { amountMinor, purpose }, stripe)
  }
  // Return the credit even if the refund has failed, so that staff only have to send the money.
  await returnCredit(payment, stripe)
  // If the dispute is won, the refund is still due. A refund that is not final may still fail.
  if (outcome !== undefined && outcome.state !== 'refunded' && outcome.state !== 'dispute_lost') return false
  const isRefunded = outcome?.state === 'refunded' && outcome.amountMinor > 0
  if (isRefunded) log.warn('refunded a late payment', { invoice: id })
  await stripe.markSettled(id)
  return isRefunded
}

interface Period {
  readonly payment: LatePayment
  /** In epoch seconds. */
  readonly start: number
  readonly end: number
}

/**
 * Returns the period that each payment gives access for. It starts when the previous payment's period is over. `cutAt`
 * returns when a payment was reversed, which ends its period: the time until then is used up, and the next payment's
 * period follows.
 */
const periodsOf = (
  payments: readonly LatePayment[],
  cutAt: (payment: LatePayment) => number | undefined,
): Period[] => {
  let previousEnd = 0
  return payments.map((payment) => {
    const start = Math.max(payment.paidAtEpochSeconds, previousEnd)
    const end = Math.max(start, Math.min(periodEnd(payment, start), cutAt(payment) ?? Infinity))
    previousEnd = end
    return { payment, start, end }
  })
}

/** Returns the payments that access may depend on now: those since the last gap, unless all of their time is over. */
const unfinished = (payments: readonly LatePayment[], nowSeconds: number): LatePayment[] => {
  const periods = periodsOf(payments, () => undefined)
  const isOver = nowSeconds >= (periods.at(-1)?.end ?? 0)
  const first = periods.findLastIndex(({ payment, start }) => payment.paidAtEpochSeconds === start)
  return isOver ? [] : payments.slice(first)
}

interface LateReversal {
  readonly isDisputed: boolean
  readonly at: number
}

/** Reads which payments were reversed. A payment outside of Stripe can be neither refunded nor disputed there. */
const readReversals = async (payments: readonly LatePayment[], stripe: StripeGateway) => {
  const reversals = new Map<string, LateReversal>()
  for (const { id, paymentIntentId: intent } of payments) {
    const found = intent === null ? undefined : await stripe.findPayment(intent)
    if (found?.reversal !== undefined)
      reversals.set(id, { isDisputed: found.reversal === 'disputed', at: found.reversedAtEpochSeconds ?? 0 })
  }
  return reversals
}

interface LateAccessResult {
  /** The access of the payment that counts now, else of the disputed payment. */
  readonly lateAccess: LateAccess | undefined
  /** The invoices of the payments that give this access and are not marked with it at Stripe. */
  readonly unmarked: readonly string[]
}

const noLateAccess: LateAccessResult = { lateAccess: undefined, unmarked: [] }

const toAccess = (
  { payment, end }: Period,
  facts: Pick<LateAccess, 'isDisputed' | 'isAnotherDisputed'>,
): LateAccess => ({
  invoiceId: payment.id,
  plan: payment.subscription.plan,
  amountMinor: payment.amountPaidMinor,
  currency: payment.currency,
  endsAtEpochSeconds: end,
  gaveAccess: payment.gaveAccess,
  ...facts,
})

/**
 * Returns the access that the late payments buy. A dispute suspends only the time that its own payment bought: access
 * that another payment gives continues.
 */
const lateAccessOf = async (
  payments: readonly LatePayment[],
  stripe: StripeGateway,
  now: Date,
): Promise<LateAccessResult> => {
  const nowSeconds = now.getTime() / 1000
  const current = unfinished(payments, nowSeconds)
  const reversals = await readReversals(current, stripe)
  const undecided = (payment: LatePayment) => reversals.get(payment.id)?.isDisputed === true
  const periods = periodsOf(current, ({ id }) => reversals.get(id)?.at)
  const ifWon = periodsOf(current, (one) => (undecided(one) ? undefined : reversals.get(one.id)?.at))
  const end = periods.at(-1)?.end ?? 0
  const endIfWon = ifWon.at(-1)?.end ?? 0
  const giving = periods.filter(({ payment }) => !reversals.has(payment.id))
  const last = giving.at(-1)
  const disputed = ifWon.findLast(({ payment }) => undecided(payment))
  if (last !== undefined && nowSeconds < end)
    return {
      lateAccess: toAccess({ ...last, end }, { isDisputed: false, isAnotherDisputed: end < endIfWon }),
      unmarked: giving
        .filter(({ payment, end: ownEnd }) => nowSeconds < ownEnd && !payment.gaveAccess)
        .map(({ payment }) => payment.id),
    }
  if (disputed === undefined || nowSeconds >= endIfWon) return noLateAccess
  return { lateAccess: toAccess({ ...disputed, end: endIfWon }, { isDisputed: true }), unmarked: [] }
}

/**
 * Gives each late payment its effect: one period of access from the day of payment, or a refund if the customer had
 * subscribed again. Derived from Stripe alone, so the order and loss of events do not matter.
 */
export const applyLatePayments = async (
  invoices: readonly SubscriptionInvoice[],
  subscriptions: readonly ProviderSubscription[],
  stripe: StripeGateway,
  now: Date,
): Promise<LateAccessResult & { readonly refunds: number }> => {
  const payments = invoices
    .filter(isLatePayment)
    .filter(({ isSettled }) => !isSettled)
    .toSorted((a, b) => a.paidAtEpochSeconds - b.paidAtEpochSeconds || compareCodeUnits(a.id, b.id))
  let refunds = 0
  const buying: LatePayment[] = []
  for (const payment of payments)
    if (!hadSubscribedAgain(payment, subscriptions)) buying.push(payment)
    else if (await refundLatePayment(payment, stripe)) refunds += 1
  return { ...(await lateAccessOf(buying, stripe, now)), refunds }
}

/**
 * Refunds the late payment of a customer without an account: the account was deleted, or has another customer now. A
 * payment that gave access before is kept, as is any other payment of a deleted account.
 *
 * @returns whether something was refunded
 */
export const refundOrphanedPayment = async (invoiceId: string, stripe: StripeGateway): Promise<boolean> => {
  const invoice = await stripe.findInvoice(invoiceId)
  if (invoice === undefined || !isLatePayment(invoice) || invoice.gaveAccess) return false
  return refundLatePayment(invoice, stripe)
}
