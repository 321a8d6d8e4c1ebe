import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import type { Stripe } from '#platform/stripe.ts'
import { chargedPeriodOf } from './proration.ts'

/** Facts about the order that an invoice paid for first. Amounts are in pence, times are ISO. */
export interface OrderFacts {
  /** Undefined for a pass, which does not renew. */
  readonly renewal:
    | { readonly at: string; readonly amountMinor: number; readonly per: 'month' | 'year' }
    | undefined
  /** True if the buyer asked us to start within the withdrawal period. */
  readonly startRequested: boolean
}

const renewalOf = (invoice: Stripe.Invoice, subscription: Stripe.Subscription): OrderFacts['renewal'] => {
  const price = subscription.items.data[0]?.price
  const end = chargedPeriodOf(invoice)?.end
  if (price === undefined || end === undefined) return undefined
  return {
    at: isoTimeOf(end),
    amountMinor: price.unit_amount ?? 0,
    per: price.recurring?.interval === 'year' ? 'year' : 'month',
  }
}

/** Returns `undefined` for the invoice of a renewal or of a change of plan, which is not a new order. */
export const orderFactsOf = (
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription | undefined,
): OrderFacts | undefined => {
  if (subscription === undefined)
    return { renewal: undefined, startRequested: invoice.metadata?.['wording'] !== undefined }
  if (invoice.billing_reason !== 'subscription_create') return undefined
  return {
    renewal: renewalOf(invoice, subscription),
    startRequested: subscription.metadata['wording'] !== undefined,
  }
}
