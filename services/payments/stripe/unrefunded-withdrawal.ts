import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { undefinedIfMissing, withStripe } from '#platform/stripe.ts'
import { amountPaidOf, paidOutsideExpand } from './invoices.ts'
import type { Payer } from './reversal-facts.ts'
import { idOf } from './session.ts'
import { parseWithdrawal } from './withdrawn.ts'

/** A withdrawn subscription for which Stripe makes no refund. Amounts are in pence, times are ISO. */
export interface UnrefundedWithdrawal extends Payer {
  readonly subscriptionId: string
  /** Amount that staff repay by bank transfer. 0 if they had already refunded everything that was due. */
  readonly transferMinor: number
  readonly currency: string
  readonly paymentMinor: number
  readonly paidAt: string
  readonly number: string | null
}

/** Reads the facts for the email about a withdrawal that has no refund at Stripe. */
export const unrefundedWithdrawalGateway = {
  /** Returns `undefined` unless the buyer withdrew from the subscription, and the withdrawal refunds none of its payments. */
  findUnrefundedWithdrawal: (subscriptionId: string): Promise<UnrefundedWithdrawal | undefined> =>
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
          transferMinor: withdrawal.transferMinor,
          currency: invoice.currency,
          paymentMinor: amountPaidOf(invoice),
          paidAt: isoTimeOf(invoice.status_transitions.paid_at ?? invoice.created),
          number: invoice.number,
        }
      }),
    ),
} as const
