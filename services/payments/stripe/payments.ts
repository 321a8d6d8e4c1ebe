import type { ReversalReason } from '#shared/rules/entitlement.ts'
import { isMissing, withStripe } from '#platform/stripe.ts'
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
        const { id, latest_invoice: latest } = subscription
        for (const invoiceId of new Set([idOf(latest), reversedInvoiceOf(subscription)])) {
          if (invoiceId === null || invoiceId === undefined) continue
          const { payments } = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })
          if (payments?.data.some(({ payment }) => idOf(payment.payment_intent) === paymentIntentId))
            return { id, invoiceId }
        }
      }
      return undefined
    }),
} as const
