import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { isInvalidRequest, isMissing, type Stripe, undefinedIfMissing, withStripe } from '#platform/stripe.ts'
import { paidIntentOf } from './invoice-payments.ts'
import { chargedPeriodOf } from './proration.ts'
import { toSubscription } from './subscriptions.ts'

/** An invoice of a subscription. Times are epoch seconds. */
export interface SubscriptionInvoice {
  readonly id: string
  readonly status: string | null
  readonly subscription: ProviderSubscription
  readonly createdEpochSeconds: number
  readonly paidAtEpochSeconds: number | null
  /** Includes what was paid outside of Stripe, for example by bank transfer. */
  readonly amountPaidMinor: number
  /** Amount that was paid from the customer's credit at Stripe, in pence. No refund returns it: see `returnCredit`. */
  readonly creditMinor: number
  readonly currency: string
  /** The number on the invoice. Null until it is issued. */
  readonly number: string | null
  readonly amountRemainingMinor: number
  /** The period that the invoice charges for. */
  readonly period: { readonly start: number; readonly end: number }
  /** True for the invoice of a change of plan. While it is unpaid, nothing has changed, and nothing is owed. */
  readonly isPlanChange: boolean
  /** Null unless the invoice was paid through Stripe. */
  readonly paymentIntentId: string | null
  readonly url: string | null
  /** True once its payment was refunded because it was late, or was reported to staff, or needs no refund any more. */
  readonly isSettled: boolean
  /**
   * True once our record has given access for a late payment of the invoice. Otherwise, the payment is refunded if its
   * account is gone.
   */
  readonly gaveAccess: boolean
}

/**
 * Expansion that `amountPaidOf` needs. Without it, Stripe leaves the field out, and events never have it:
 * https://docs.stripe.com/changelog/dahlia/2026-05-27/invoice-object-amount-paid-off-stripe-property.
 */
export const paidOutsideExpand = 'amount_paid_off_stripe'

const expand = ['payments', 'parent.subscription_details.subscription', paidOutsideExpand]

/**
 * Returns what was paid of an invoice, in pence: through Stripe, and outside of it, for example by bank transfer.
 * Stripe does not state whether `amount_paid` includes payments outside of Stripe, so the sum is at most what was due.
 */
export const amountPaidOf = ({
  amount_paid: paid,
  amount_paid_off_stripe: outside = 0,
  amount_due: due,
}: Pick<Stripe.Invoice, 'amount_paid' | 'amount_paid_off_stripe' | 'amount_due'>): number =>
  Math.max(paid, Math.min(paid + outside, due))

/** Returns what an invoice took of the customer's credit, in pence. Stripe reports credit as a negative balance. */
export const creditUsedBy = ({ starting_balance: before, ending_balance: after }: Stripe.Invoice): number =>
  after === null ? 0 : Math.max(0, Math.min(0, after) - Math.min(0, before))

/** Returns whether staff or our code have returned, or will return, the payment of an invoice. */
export const isSettled = ({ metadata }: Pick<Stripe.Invoice, 'metadata'>): boolean =>
  metadata?.['late_payment'] === 'settled'

const toInvoice = (invoice: Stripe.Invoice): SubscriptionInvoice | undefined => {
  const subscription = invoice.parent?.subscription_details?.subscription
  const period = chargedPeriodOf(invoice)
  if (typeof subscription !== 'object' || period === undefined) return undefined
  return {
    id: invoice.id,
    status: invoice.status,
    subscription: toSubscription(subscription),
    createdEpochSeconds: invoice.created,
    paidAtEpochSeconds: invoice.status_transitions.paid_at,
    amountPaidMinor: amountPaidOf(invoice),
    creditMinor: creditUsedBy(invoice),
    currency: invoice.currency,
    number: invoice.number,
    amountRemainingMinor: invoice.amount_remaining,
    period,
    isPlanChange: invoice.billing_reason === 'subscription_update',
    paymentIntentId: paidIntentOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
    isSettled: isSettled(invoice),
    gaveAccess: invoice.metadata?.['late_payment'] === 'gave_access',
  }
}

const markLatePayment = (invoiceId: string, late_payment: 'settled' | 'gave_access'): Promise<void> =>
  withStripe(async (stripe) => {
    await stripe.invoices.update(invoiceId, { metadata: { late_payment } })
  })

const list = (owner: { customer: string } | { subscription: string }): Promise<SubscriptionInvoice[]> =>
  withStripe(async (stripe) => {
    const found: SubscriptionInvoice[] = []
    const query = { ...owner, limit: 100, expand: expand.map((path) => `data.${path}`) }
    try {
      for await (const invoice of stripe.invoices.list(query)) {
        const known = toInvoice(invoice)
        if (known !== undefined) found.push(known)
      }
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return found
  })

export const invoiceRequests = {
  /** Lists the invoices of a customer's subscriptions. Returns none for a deleted customer. */
  listInvoices: (customerId: string): Promise<SubscriptionInvoice[]> => list({ customer: customerId }),

  /** Lists the invoices of a subscription, newest first, even after the deletion of its customer. */
  listInvoicesOf: (subscriptionId: string): Promise<SubscriptionInvoice[]> =>
    list({ subscription: subscriptionId }),

  /** Returns `undefined` for an unknown invoice, and for one that belongs to no subscription. */
  findInvoice: (id: string): Promise<SubscriptionInvoice | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => toInvoice(await stripe.invoices.retrieve(id, { expand }))),
    ),

  /**
   * Voids an invoice that must not be paid.
   *
   * @returns false while a payment of it is pending. Stripe does not void it then
   */
  voidInvoice: (invoiceId: string): Promise<boolean> =>
    withStripe(async (stripe) => {
      try {
        await stripe.invoices.voidInvoice(invoiceId)
        return true
      } catch (error) {
        if (!isInvalidRequest(error)) throw error
        return (await stripe.invoices.retrieve(invoiceId)).status === 'void'
      }
    }),

  /** Records at Stripe that the payment of an invoice needs no refund by us any more. */
  markSettled: (invoiceId: string): Promise<void> => markLatePayment(invoiceId, 'settled'),

  /**
   * Reports something about an invoice to staff, once for each purpose. The purpose is recorded at Stripe after the report,
   * so a run that fails in between reports again.
   */
  reportOnce: (invoiceId: string, purpose: string, report: () => void): Promise<void> =>
    withStripe(async (stripe) => {
      const { metadata } = await stripe.invoices.retrieve(invoiceId)
      const earlier = metadata?.['reported']?.split(',') ?? []
      if (earlier.includes(purpose)) return
      report()
      const reported = [...earlier, purpose].join(',')
      await stripe.invoices.update(invoiceId, { metadata: { reported } })
    }),

  /** Records at Stripe that the late payment of an invoice gave access, which outlasts our record of the account. */
  markAccessGiven: (invoiceId: string): Promise<void> => markLatePayment(invoiceId, 'gave_access'),
} as const
