import * as z from 'zod/mini'
import type { Reversal } from '#shared/rules/entitlement.ts'
import { type DisputeReason, type ReversalReason, reversalReasons } from '#shared/values/reversal-reasons.ts'
import type { Stripe, StripeClient } from '#platform/stripe.ts'
import { isUnpaidChange } from './unpaid-change.ts'

/** Expands the charge of a payment intent with its refunds, which `reversalOf` reads. */
export const chargeExpand = 'latest_charge.refunds'

/** The charge of a payment intent, when it was expanded. */
export const chargeOf = (
  intent: string | Stripe.PaymentIntent | null | undefined,
): Stripe.Charge | undefined => {
  if (intent === null || intent === undefined || typeof intent === 'string') return undefined
  const charge = intent.latest_charge
  return charge === null || typeof charge === 'string' ? undefined : charge
}

/** Returns whether a dispute leaves the payment with us: a warning moves no money, and a won dispute returns it. */
const isPaymentKept = (status: Stripe.Dispute.Status): boolean =>
  status === 'won' || status === 'prevented' || status.startsWith('warning_')

/** Start of the `purpose` of a refund that the buyer's withdrawal from the purchase caused. */
export const withdrawalPurpose = 'withdrawal:'

/** The `purpose` of a refund for a withdrawal: of the last payment of the withdrawn purchase, or of an earlier one. */
const anyWithdrawalPurpose = /^(part-of-)?withdrawal:/

/** Returns whether a refund failed or was cancelled, so that the money stayed with us. */
export const isFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled'

/**
 * Returns whether the buyer has withdrawn from the purchase of a refund. Stripe keeps a refund that failed, so it records
 * the withdrawal too: staff return the money in another way, and the access does not come back.
 */
const isWithdrawal = ({ metadata }: Stripe.Refund): boolean =>
  anyWithdrawalPurpose.test(metadata?.['purpose'] ?? '')

/**
 * Lists all refunds of a payment, including failed ones, newest first. Staff can make any number of partial refunds, and
 * the refund of a withdrawal may be the oldest.
 */
export const listRefunds = (
  of: { readonly payment_intent: string } | { readonly charge: string },
  stripe: StripeClient,
): Promise<Stripe.Refund[]> => stripe.refunds.list({ ...of, limit: 100 }).autoPagingToArray({ limit: 10_000 })

/** Returns whether the buyer has withdrawn from the purchase of a payment, whether or not the refund succeeded. */
export const hasWithdrawal = async (intentId: string, stripe: StripeClient): Promise<boolean> =>
  (await listRefunds({ payment_intent: intentId }, stripe)).some(isWithdrawal)

/** Returns the refunds of a charge, including failed ones. Lists them only if the expanded charge is incomplete. */
const refundsOf = async ({ id, refunds }: Stripe.Charge, stripe: StripeClient): Promise<Stripe.Refund[]> =>
  refunds?.has_more === false ? refunds.data : listRefunds({ charge: id }, stripe)

/** Lists all disputes of a charge, newest first. */
const listDisputes = (charge: string, stripe: StripeClient): Promise<Stripe.Dispute[]> =>
  stripe.disputes.list({ charge, limit: 100 }).autoPagingToArray({ limit: 10_000 })

/**
 * Returns whether a charge was refunded in full. If the buyer has withdrawn from the purchase, a partial or failed refund
 * counts too.
 */
export const isReturned = async (charge: Stripe.Charge, stripe: StripeClient): Promise<boolean> =>
  charge.refunded || (await refundsOf(charge, stripe)).some(isWithdrawal)

/**
 * Returns the dispute of a charge that is open or lost, whether or not the charge was refunded. `charge.disputed` stays true
 * after a won dispute, so this reads the disputes themselves.
 */
export const disputeOf = async (
  { id, disputed }: Stripe.Charge,
  stripe: StripeClient,
): Promise<DisputeReason | undefined> => {
  if (!disputed) return undefined
  const disputes = await listDisputes(id, stripe)
  if (disputes.some(({ status }) => status === 'lost')) return 'dispute_lost'
  return disputes.every(({ status }) => isPaymentKept(status)) ? undefined : 'disputed'
}

/** Returns why the payment of a charge does not count, or `undefined` when it does. A refund comes before a dispute. */
export const reversalOf = async (
  charge: Stripe.Charge | undefined,
  stripe: StripeClient,
): Promise<ReversalReason | undefined> => {
  if (charge === undefined) return undefined
  return (await isReturned(charge, stripe)) ? 'refunded' : disputeOf(charge, stripe)
}

/** Returns when a payment was reversed, in epoch seconds: at the last of its refunds, or the first of its disputes. */
export const reversalTimeOf = async (
  charge: Stripe.Charge,
  reason: ReversalReason,
  stripe: StripeClient,
): Promise<number> => {
  if (reason === 'refunded') {
    const refunds = await refundsOf(charge, stripe)
    const counted = refunds.filter((refund) => !isFailed(refund.status) || isWithdrawal(refund))
    return Math.max(charge.created, ...counted.map((one) => one.created))
  }
  const disputes = await listDisputes(charge.id, stripe)
  return Math.min(...disputes.filter(({ status }) => !isPaymentKept(status)).map((one) => one.created))
}

/** A reversal and the invoice whose payment it reversed. */
export interface InvoiceReversal extends Reversal {
  readonly invoiceId: string
  /** True if a later invoice of the subscription is paid. */
  readonly isEarlier?: boolean | undefined
}

/** The metadata of a subscription that records a reversal. */
const reversalMetadata = z.object({
  reversal: z.enum(reversalReasons),
  reversal_amount_minor: z.coerce.number().check(z.int()),
  reversal_invoice: z.string(),
  reversal_period: z.optional(z.literal('earlier')),
})

/** Returns the metadata that records a reversal. Without one, it removes the metadata: Stripe deletes empty values. */
export const toReversalMetadata = (
  reversal: InvoiceReversal | undefined,
): Record<keyof Required<z.infer<typeof reversalMetadata>>, string> => ({
  reversal: reversal?.reason ?? '',
  reversal_amount_minor: reversal === undefined ? '' : String(reversal.amountMinor),
  reversal_invoice: reversal?.invoiceId ?? '',
  reversal_period: reversal?.isEarlier === true ? 'earlier' : '',
})

/** Returns the invoice whose payment was reversed, as recorded in the metadata of its subscription. */
export const reversedInvoiceOf = ({ metadata }: Pick<Stripe.Subscription, 'metadata'>): string | undefined =>
  metadata['reversal_invoice']

/**
 * Returns whether the current period is paid, and by an invoice other than this one. The unpaid invoice of a change of
 * plan starts no period.
 */
const isPaidByAnother = (
  latest: Stripe.Subscription['latest_invoice'],
  { reversal_invoice: reversed, reversal_period: period }: z.infer<typeof reversalMetadata>,
): boolean => {
  if (isUnpaidChange(latest)) return period === 'earlier'
  return typeof latest === 'object' && latest?.status === 'paid' && latest.id !== reversed
}

/**
 * Reads the reversal of a subscription. It counts for the period that its invoice paid for, because each period has its
 * own payment. During a dispute collection is paused, so the periods that follow the paid one are void, and the dispute
 * counts for them too.
 */
export const parseReversal = ({
  metadata,
  latest_invoice: latest,
  pause_collection: pause,
}: Pick<Stripe.Subscription, 'metadata' | 'latest_invoice' | 'pause_collection'>): Reversal | undefined => {
  const { data } = reversalMetadata.safeParse(metadata)
  if (data === undefined || isPaidByAnother(latest, data)) return undefined
  const isCurrent =
    data.reversal_invoice === (typeof latest === 'string' ? latest : latest?.id) || isUnpaidChange(latest)
  const isOpenDispute = data.reversal === 'disputed' && pause !== null
  if (!isCurrent && !isOpenDispute) return undefined
  return { reason: data.reversal, amountMinor: data.reversal_amount_minor }
}
