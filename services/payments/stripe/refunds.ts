import { apiError } from '#platform/api-error.ts'
import { createOnce, Stripe, withStripe } from '#platform/stripe.ts'
import { chargeOf, reversalOf } from './reversal.ts'

/** `amountMinor` is what Stripe reports as refunded for the purpose: staff may have refunded the rest before. */
export type RefundOutcome =
  | { readonly state: 'refunded'; readonly amountMinor: number }
  /** Stripe does not refund a disputed payment: if the dispute is won, the refund is still due. */
  | { readonly state: 'disputed' | 'dispute_lost' }

const maxAttempts = 3

/** The payment changed since it was read: for example, somebody else refunded a part of it. */
const isRejected = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400

const sumOfRefunds = async (stripe: Stripe, intentId: string, purpose: string): Promise<number> => {
  let sum = 0
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    if (
      refund.metadata?.['purpose'] === purpose &&
      refund.status !== 'failed' &&
      refund.status !== 'canceled'
    )
      sum += refund.amount
  return sum
}

export const refundRequests = {
  /**
   * Refunds what is left of a payment. Can be repeated and run concurrently: it refunds once.
   *
   * @param purpose identifies the refund, e.g. `duplicate:in_123`. It is recorded in the metadata of the refund
   */
  refundInFull: (intentId: string, purpose: string): Promise<RefundOutcome> =>
    withStripe(async (stripe) => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const charge = chargeOf(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
        const reversal = await reversalOf(charge, stripe)
        if (reversal === 'disputed' || reversal === 'dispute_lost') return { state: reversal }
        const amount = charge === undefined ? 0 : charge.amount_captured - charge.amount_refunded
        if (amount === 0)
          return { state: 'refunded', amountMinor: await sumOfRefunds(stripe, intentId, purpose) }
        const params = { payment_intent: intentId, amount, metadata: { purpose } }
        try {
          await createOnce(`refund:${purpose}:${amount}`, (options) => stripe.refunds.create(params, options))
        } catch (error) {
          if (!isRejected(error)) throw error
        }
      }
      throw apiError('payment_provider_error')
    }),

  /**
   * Refunds a part of a payment once for a purpose: at most what is left of it.
   *
   * @param totalMinor the sum of all refunds with the same cause. It is recorded in the metadata of the refund
   */
  refundPart: (
    intentId: string,
    { amountMinor, totalMinor, purpose }: { amountMinor: number; totalMinor: number; purpose: string },
  ): Promise<RefundOutcome> =>
    withStripe(async (stripe) => {
      const charge = chargeOf(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
      const reversal = await reversalOf(charge, stripe)
      if (reversal === 'disputed' || reversal === 'dispute_lost') return { state: reversal }
      const earlier = await sumOfRefunds(stripe, intentId, purpose)
      const left = charge === undefined ? 0 : charge.amount_captured - charge.amount_refunded
      if (earlier > 0 || left === 0) return { state: 'refunded', amountMinor: earlier }
      const amount = Math.min(amountMinor, left)
      const metadata = { purpose, total_minor: String(totalMinor) }
      // The key has no amount: concurrent requests that computed different amounts refund once.
      await createOnce(`refund:${purpose}`, (options) =>
        stripe.refunds.create({ payment_intent: intentId, amount, metadata }, options),
      )
      return { state: 'refunded', amountMinor: amount }
    }),

  /** Returns what was refunded of a payment for a purpose, in pence. */
  refundedFor: (intentId: string, purpose: string): Promise<number> =>
    withStripe((stripe) => sumOfRefunds(stripe, intentId, purpose)),
} as const
