import type { ReversalReason } from '#shared/rules/entitlement.ts'
import { isMissing, type Stripe, withStripe } from '#platform/stripe.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import { chargeOf, reversalOf, reversedInvoiceOf } from './reversal.ts'
import { idOf } from './session.ts'

/** The fields of a payment intent that our code uses. */
export interface Payment {
  readonly intentId: string
  readonly customerId: string | null
  /** Set when the payment was refunded in full or disputed. */
  readonly reversal: ReversalReason | undefined
  readonly amountMinor: number
}

const isPaidBy = ({ payments }: Stripe.Invoice, paymentIntentId: string): boolean =>
  payments?.data.some(({ payment }) => idOf(payment.payment_intent) === paymentIntentId) ?? false

/** Lists the invoice of the current period and the one whose reversal is recorded. */
const decisiveInvoices = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice[]> => {
  const ids = new Set([idOf(subscription.latest_invoice), reversedInvoiceOf(subscription)])
  const found: Stripe.Invoice[] = []
  for (const id of ids)
    if (id !== null && id !== undefined)
      found.push(await stripe.invoices.retrieve(id, { expand: ['payments'] }))
  if (!found.some(isUnpaidChange)) return found
  // The current period was paid before the change of plan that is unpaid.
  const { data } = await stripe.invoices.list({
    subscription: subscription.id,
    status: 'paid',
    limit: 1,
    expand: ['data.payments'],
  })
  return [...found, ...data]
}

export const paymentRequests = {
  /** Returns `undefined` for an unknown payment. */
  findPayment: (paymentIntentId: string): Promise<Payment | undefined> =>
    withStripe(async (stripe) => {
      try {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] })
        return {
          intentId: intent.id,
          customerId: idOf(intent.customer),
          reversal: await reversalOf(chargeOf(intent), stripe),
          amountMinor: intent.amount,
        }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    }),

  /**
   * Finds the subscription of a customer whose current period was paid by this payment, or whose recorded reversal is
   * about it: during a dispute the latest invoice is another one. Ignores cancelled subscriptions.
   */
  findSubscriptionByPayment: (
    customerId: string,
    paymentIntentId: string,
  ): Promise<{ id: string; invoiceId: string } | undefined> =>
    withStripe(async (stripe) => {
      for await (const subscription of stripe.subscriptions.list({ customer: customerId })) {
        const { id } = subscription
        for (const invoice of await decisiveInvoices(stripe, subscription))
          if (isPaidBy(invoice, paymentIntentId)) return { id, invoiceId: invoice.id }
      }
      return undefined
    }),
} as const
