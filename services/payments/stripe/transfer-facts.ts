import { undefinedIfMissing, withStripe } from '#platform/stripe.ts'
import { amountPaidOf, paidOutsideExpand } from './invoices.ts'
import { iso, type Payer } from './reversal-facts.ts'
import { idOf } from './session.ts'
import { parseWithdrawal } from './withdrawn.ts'

/** A withdrawn subscription whose refund staff repay by bank transfer only. Amounts are in pence, times are ISO. */
export interface RepaidByTransfer extends Payer {
  readonly subscriptionId: string
  readonly amountMinor: number
  readonly currency: string
  readonly paymentMinor: number
  readonly paidAt: string
  readonly number: string | null
}

/** Reads the facts for emails about money that is repaid outside of Stripe. */
export const transferFactGateway = {
  /** Returns `undefined` unless the buyer withdrew from the subscription, and Stripe refunds none of its payments. */
  findRepaidByTransfer: (subscriptionId: string): Promise<RepaidByTransfer | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        const withdrawal = parseWithdrawal(subscription)
        if (withdrawal === undefined || withdrawal.transferMinor < withdrawal.refundMinor) return undefined
        const invoice = await stripe.invoices.retrieve(withdrawal.invoiceId, { expand: [paidOutsideExpand] })
        return {
          subscriptionId,
          customerId: idOf(subscription.customer),
          guestEmail: null,
          payerEmail: invoice.customer_email,
          amountMinor: withdrawal.transferMinor,
          currency: invoice.currency,
          paymentMinor: amountPaidOf(invoice),
          paidAt: iso(invoice.status_transitions.paid_at ?? invoice.created),
          number: invoice.number,
        }
      }),
    ),
} as const
