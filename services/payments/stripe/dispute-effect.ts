import { isCancelling, isLive, isUnpaid } from '#shared/rules/entitlement.ts'
import type { DisputeEffect } from '#shared/contract/email-parts.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { type Stripe, undefinedIfMissing, withStripe } from '#platform/stripe.ts'
import { invoiceOfPayment } from './invoice-of-payment.ts'
import { chargedPeriodOf } from './proration.ts'
import { idOf } from './session.ts'
import { toSubscription } from './subscriptions.ts'

/** Returns whether the payment was made after the subscription had ended, so that it may have bought a new period. */
const isLate = (invoice: Stripe.Invoice, endedAt: number | null): boolean => {
  const { metadata, created, status_transitions: times } = invoice
  const paidAt = times.paid_at ?? 0
  const periodEnd = chargedPeriodOf(invoice)?.end ?? Infinity
  if (metadata?.['late_payment'] === 'gave_access' || paidAt >= periodEnd) return true
  // A subscription can be bought and ended in the same second.
  return paidAt === endedAt ? paidAt > created : paidAt > (endedAt ?? Infinity)
}

/** `endsAt` is set for the effect `ending`. ISO. */
export interface EffectOfDispute {
  readonly effect: DisputeEffect
  readonly endsAt?: string | undefined
}

const effectOnEnded = (
  invoice: Stripe.Invoice,
  { metadata, ended_at: endedAt }: Stripe.Subscription,
): EffectOfDispute | undefined => {
  if (isLate(invoice, endedAt)) return undefined
  const isCause = metadata['reversal'] === 'dispute_lost' && metadata['reversal_invoice'] === invoice.id
  return { effect: isCause ? 'ended' : 'none' }
}

const effectOnLive = (subscription: Stripe.Subscription): EffectOfDispute | undefined => {
  const current = toSubscription(subscription)
  if (isUnpaid(current.status)) return undefined
  if (current.reversal?.reason === 'disputed') return { effect: 'suspended' }
  if (current.status !== 'active') return undefined
  if (current.isPaused) return { effect: 'paused' }
  if (!isCancelling(current)) return { effect: 'running' }
  return {
    effect: 'ending',
    endsAt: isoTimeOf(current.cancelAtEpochSeconds ?? current.periodEndEpochSeconds),
  }
}

/** Only the functions that send emails about events bundle it. */
export const disputeGateway = {
  /**
   * Returns the state of the subscription whose payment is disputed. Called after the step of the dispute was applied.
   * Returns `undefined` for a pass, and where the state does not determine the effect: for a late payment, and for a
   * subscription with an unpaid charge.
   */
  findDisputeEffect: (disputeId: string): Promise<EffectOfDispute | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const intent = idOf((await stripe.disputes.retrieve(disputeId)).payment_intent)
        const invoice = intent === null ? undefined : await invoiceOfPayment(stripe, intent)
        const id = idOf(invoice?.parent?.subscription_details?.subscription)
        if (invoice === undefined || id === null) return undefined
        const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
        return isLive(subscription) ? effectOnLive(subscription) : effectOnEnded(invoice, subscription)
      }),
    ),
} as const
