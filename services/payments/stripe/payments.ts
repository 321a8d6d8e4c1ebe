import type { ReversalReason } from '#shared/rules/entitlement.ts'
import { isMissing, type Stripe, withStripe } from '#platform/stripe.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import { chargeOf, type InvoiceReversal, reversalOf, reversedInvoiceOf } from './reversal.ts'
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

/** A subscription and the invoice that a payment paid. */
export interface PaidSubscription {
  readonly id: string
  readonly invoiceId: string
  readonly isDecisive: boolean
}

const listPaid = (stripe: Stripe, subscription: string) =>
  stripe.invoices.list({ subscription, status: 'paid', limit: 100, expand: ['data.payments'] })

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
   * Finds the subscription of a customer that this payment paid for. `isDecisive` is true if it paid the current period,
   * or if the recorded reversal is about it: during a dispute the latest invoice is another one. Ignores cancelled
   * subscriptions.
   */
  findSubscriptionByPayment: (
    customerId: string,
    paymentIntentId: string,
  ): Promise<PaidSubscription | undefined> =>
    withStripe(async (stripe) => {
      for await (const subscription of stripe.subscriptions.list({ customer: customerId })) {
        const { id } = subscription
        for (const invoice of await decisiveInvoices(stripe, subscription))
          if (isPaidBy(invoice, paymentIntentId)) return { id, invoiceId: invoice.id, isDecisive: true }
        for await (const invoice of listPaid(stripe, id))
          if (isPaidBy(invoice, paymentIntentId)) return { id, invoiceId: invoice.id, isDecisive: false }
      }
      return undefined
    }),

  /** Returns the reversal of a payment of a subscription, for any period, that is disputed now. */
  findOpenDispute: (subscriptionId: string): Promise<InvoiceReversal | undefined> =>
    withStripe(async (stripe) => {
      for await (const { id: invoiceId, payments } of listPaid(stripe, subscriptionId))
        for (const { payment } of payments?.data ?? []) {
          const intentId = idOf(payment.payment_intent)
          if (intentId === null) continue
          const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
          if ((await reversalOf(chargeOf(intent), stripe)) === 'disputed')
            return { reason: 'disputed', amountMinor: intent.amount, invoiceId }
        }
      return undefined
    }),
} as const
