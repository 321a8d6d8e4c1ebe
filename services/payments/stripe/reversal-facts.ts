import type { RefundedItem } from '#shared/contract/email.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { type Stripe, undefinedIfMissing, withStripe, type StripeClient } from '#platform/stripe.ts'
import { invoiceOfPayment } from './invoice-of-payment.ts'
import { idOf, isGuestPass, isPass } from './session.ts'

/** The payer. `guestEmail` is set for guest passes, `payerEmail` is the address that Stripe has for any payer. */
export interface Payer {
  readonly customerId: string | null
  readonly guestEmail: string | null
  readonly payerEmail: string | null
}

/** A refund or a dispute of a charge. */
export interface ChargeReversal<Status, What = 'pass' | 'subscription'> extends Payer {
  readonly what: What
  readonly status: Status
  readonly amountMinor: number
  readonly currency: string
  readonly paymentMinor: number
  readonly paidAt: string
  /** The number of the invoice that was paid. */
  readonly number: string | null
}

/** `other`: the money has not moved. The refund is pending, or needs details from the payer. */
export interface RefundFacts extends ChargeReversal<
  'refunded' | 'failed' | 'cancelled' | 'other',
  RefundedItem
> {
  /** Set by our own refunds, for example `withdrawal:cs_123`. */
  readonly purpose: string | undefined
  /** The kind of purchase that the refunded payment was for. */
  readonly paidFor: 'pass' | 'subscription'
  /** The sum of all refunds of a withdrawal. */
  readonly totalMinor: number
  /** The part of the sum that staff repay, because it was paid outside of Stripe. */
  readonly transferMinor: number
}

export interface DisputeFacts extends ChargeReversal<'opened' | 'won' | 'lost' | 'other'> {
  readonly paymentIntentId: string | null
}

const chargePayer = (charge: Stripe.Charge): Payer => {
  const email = charge.billing_details.email ?? charge.receipt_email
  return {
    customerId: idOf(charge.customer),
    guestEmail: isGuestPass(charge.metadata) ? email : null,
    payerEmail: email,
  }
}

const invoiceNumberOf = async (stripe: StripeClient, { payment_intent: intent }: Stripe.Charge) => {
  const id = idOf(intent)
  return id === null ? null : ((await invoiceOfPayment(stripe, id))?.number ?? null)
}

const chargeFacts = async (stripe: StripeClient, charge: Stripe.Charge) => ({
  ...chargePayer(charge),
  what: isPass(charge.metadata) ? ('pass' as const) : ('subscription' as const),
  currency: charge.currency,
  paymentMinor: charge.amount,
  paidAt: isoTimeOf(charge.created),
  number: await invoiceNumberOf(stripe, charge),
})

const refundStatus = ({ status }: Stripe.Refund): RefundFacts['status'] => {
  if (status === 'failed') return 'failed'
  if (status === 'canceled') return 'cancelled'
  return status === 'succeeded' ? 'refunded' : 'other'
}

/** Our own refunds have a purpose, for example `duplicate:in_123`. Emails name some of them. */
const purposeOf = ({ metadata }: Stripe.Refund): RefundedItem | undefined =>
  (['duplicate', 'late-payment', 'part-of-withdrawal'] as const).find((item) =>
    metadata?.['purpose']?.startsWith(`${item}:`),
  )

/** Inquiries (`warning_…`) move no money, and a prevented dispute is not a dispute. */
const disputeStatuses: Readonly<Record<string, DisputeFacts['status']>> = {
  needs_response: 'opened',
  under_review: 'opened',
  won: 'won',
  lost: 'lost',
}

/** Reads the facts for emails about refunds and disputes. */
export const reversalFactGateway = {
  /** Returns `undefined` for an unknown refund. */
  findRefund: (id: string): Promise<RefundFacts | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const refund = await stripe.refunds.retrieve(id, { expand: ['charge'] })
        if (refund.charge === null || typeof refund.charge === 'string') return undefined
        const facts = await chargeFacts(stripe, refund.charge)
        return {
          ...facts,
          what: purposeOf(refund) ?? facts.what,
          status: refundStatus(refund),
          amountMinor: refund.amount,
          currency: refund.currency,
          paidFor: facts.what,
          purpose: refund.metadata?.['purpose'],
          totalMinor: Number(refund.metadata?.['total_minor'] ?? refund.amount),
          transferMinor: Number(refund.metadata?.['transfer_minor'] ?? 0),
        }
      }),
    ),

  /** Returns `undefined` for an unknown dispute. */
  findDispute: (id: string): Promise<DisputeFacts | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const dispute = await stripe.disputes.retrieve(id, { expand: ['charge'] })
        if (typeof dispute.charge === 'string') return undefined
        return {
          ...(await chargeFacts(stripe, dispute.charge)),
          paymentIntentId: idOf(dispute.payment_intent),
          status: disputeStatuses[dispute.status] ?? 'other',
          amountMinor: dispute.amount,
          currency: dispute.currency,
        }
      }),
    ),
} as const
