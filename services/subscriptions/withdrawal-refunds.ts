import type { RecordedWithdrawal } from '#shared/rules/entitlement.ts'
import { type DisputeReason, disputeReasonOf } from '#shared/values/reversal-reasons.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import { withdrawalPurpose } from '#services/payments/stripe/reversal.ts'

/** Takes an amount from what is left of payments, the latest first. The earliest keep what the buyer owes. */
export const takeFrom = (left: readonly number[], amountMinor: number): number[] => {
  let missing = amountMinor
  const latestFirst = left.toReversed().map((available) => {
    const share = Math.min(missing, available)
    missing -= share
    return share
  })
  return latestFirst.toReversed()
}

/** A payment of a withdrawn purchase that was made through Stripe. */
export interface StripePayment {
  readonly intentId: string
  /** Refunds for reasons other than the withdrawal, in pence. */
  readonly otherMinor: number
  /** The sum of the refunds that the withdrawal has made already, in pence. */
  readonly ownMinor: number
  /** True if the refund of this payment completed the withdrawal. */
  readonly hasLastRefund: boolean
  /** True if a refund of the withdrawal failed. It is not tried again. */
  readonly hasFailedRefund: boolean
  /** The rest of it after the refunds for other reasons, in pence. */
  readonly leftMinor: number
}

/** Reads what was refunded of the invoices of a subscription, except those that were paid outside of Stripe. */
export const readPayments = async (
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
    const leftMinor = amountPaidMinor - otherMinor
    payments.push({ intentId, otherMinor, ownMinor, hasLastRefund, hasFailedRefund, leftMinor })
  }
  return payments
}

/** Returns the sum of the refunds that a withdrawal has made, in pence. */
export const ownRefundsOf = (payments: readonly StripePayment[]): number =>
  payments.reduce((sum, { ownMinor }) => sum + ownMinor, 0)

/**
 * Deducts what was refunded for another reason since the withdrawal was recorded, for example by staff. What the
 * withdrawal has refunded before stays refunded.
 */
export const deductLaterRefunds = (
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

interface PlannedRefund {
  readonly intentId: string
  readonly amountMinor: number
  /** The refunds for other reasons that the amount was computed from, in pence. */
  readonly deductedMinor: number
  readonly purpose: string
}

/** Plans a refund for each payment from which money is due. The last refund has the email about the withdrawal. */
const planRefunds = (
  id: string,
  { refundMinor, transferMinor }: RecordedWithdrawal,
  payments: readonly StripePayment[],
): PlannedRefund[] => {
  const shares = takeFrom(
    payments.map(({ leftMinor, ownMinor }) => leftMinor - ownMinor),
    refundMinor - transferMinor - ownRefundsOf(payments),
  )
  const last = shares.findLastIndex((share) => share > 0)
  return payments.flatMap(({ intentId, otherMinor: deductedMinor }, index) => {
    const amountMinor = shares[index] ?? 0
    if (amountMinor <= 0) return []
    const purpose =
      index === last ? `${withdrawalPurpose}${id}` : `part-of-${withdrawalPurpose}${id}:${index}`
    return [{ intentId, amountMinor, deductedMinor, purpose }]
  })
}

/** Returns the first dispute of the payments of these refunds. */
const findDispute = async (
  refunds: readonly PlannedRefund[],
  stripe: StripeGateway,
): Promise<DisputeReason | undefined> => {
  for (const { intentId } of refunds) {
    const dispute = disputeReasonOf((await stripe.findPayment(intentId))?.reversal)
    if (dispute !== undefined) return dispute
  }
  return undefined
}

interface RefundsAtStripe {
  /** The sum of the refunds of this run and of earlier ones, in pence. */
  readonly refundedMinor: number
  /** The sum of the refunds that failed, in pence. Staff return it in another way. */
  readonly failedMinor: number
  /** Set if a payment is or was disputed: Stripe does not refund it. Nothing more is refunded then. */
  readonly dispute: DisputeReason | undefined
}

/** Makes the planned refunds, up to a dispute. Returns the sums of this run, and the latest refund that moved money. */
const makeRefunds = async (
  planned: readonly PlannedRefund[],
  { refundMinor, transferMinor }: RecordedWithdrawal,
  stripe: StripeGateway,
): Promise<RefundsAtStripe & { readonly latest: PlannedRefund | undefined }> => {
  let refundedMinor = 0
  let failedMinor = 0
  let latest: PlannedRefund | undefined
  // Reduced below by what staff refund in the meantime.
  let totalMinor = refundMinor
  let excessMinor = 0
  // The first payment is checked when it is refunded.
  let dispute = await findDispute(planned.slice(1), stripe)
  for (const refund of planned) {
    if (dispute !== undefined) break
    const { intentId, amountMinor: share, deductedMinor, purpose } = refund
    const amountMinor = Math.max(0, share - excessMinor)
    excessMinor -= share - amountMinor
    if (amountMinor === 0) continue
    const part = { amountMinor, totalMinor, transferMinor, deductedMinor, purpose }
    const outcome = await stripe.refundPart(intentId, part)
    if (outcome.state === 'failed') failedMinor += amountMinor
    else if (outcome.state === 'refunded') {
      refundedMinor += outcome.amountMinor
      excessMinor = outcome.excessMinor ?? 0
      totalMinor -= amountMinor - outcome.amountMinor + excessMinor
      if (outcome.amountMinor > 0) latest = refund
    } else dispute = outcome.state
  }
  return { refundedMinor, failedMinor, dispute, latest }
}

/** Refunds what was paid through Stripe and is due. Earlier runs may have made some of the refunds. */
export const refundAtStripe = async (
  id: string,
  due: RecordedWithdrawal,
  payments: readonly StripePayment[],
  stripe: StripeGateway,
): Promise<RefundsAtStripe> => {
  const planned = planRefunds(id, due, payments)
  const { latest, failedMinor, dispute, ...made } = await makeRefunds(planned, due, stripe)
  const refundedMinor = ownRefundsOf(payments) + made.refundedMinor
  const isConfirmed =
    payments.some(({ hasLastRefund }) => hasLastRefund) || (latest !== undefined && latest === planned.at(-1))
  const latestIntent = latest?.intentId ?? payments.findLast(({ ownMinor }) => ownMinor > 0)?.intentId
  // An earlier run was interrupted, or staff or the bank have returned the latest payment in the meantime.
  if (dispute !== 'disputed' && !isConfirmed && latestIntent !== undefined) {
    const transferMinor = dispute === undefined ? due.transferMinor : 0
    const totalMinor = refundedMinor + transferMinor
    await stripe.completeWithdrawal(latestIntent, id, { totalMinor, transferMinor })
  }
  return { refundedMinor, failedMinor, dispute }
}
