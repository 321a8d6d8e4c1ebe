import { type DisputeReason, disputeReasonOf } from '#shared/values/reversal-reasons.ts'
import { apiError } from '#platform/api-error.ts'
import { createOnce, Stripe, withStripe, type StripeClient } from '#platform/stripe.ts'
import { chargeExpand, chargeOf, isFailed, listRefunds, reversalOf, withdrawalPurpose } from './reversal.ts'

/** `amountMinor` is what Stripe reports as refunded for the purpose: staff may have refunded the rest before. */
export type RefundOutcome =
  | {
      readonly state: 'refunded'
      readonly amountMinor: number
      /**
       * By how much the refunds for other causes since the amount was computed exceed it. The refunds of other payments
       * are reduced by this excess.
       */
      readonly excessMinor?: number
    }
  /** Stripe does not refund a disputed payment: if the dispute is won, the refund is still due. */
  | { readonly state: DisputeReason }
  /** No money has moved yet: Stripe or the bank is still working on it, or needs details from the payer. */
  | { readonly state: 'pending' }
  /** It failed, and is not tried again. Staff must return the money in another way. */
  | { readonly state: 'failed' }

/** The outcome of refunding a part of a payment. Does not wait for the bank. */
export type PartOutcome = Exclude<RefundOutcome, { readonly state: 'pending' }>

const maxAttempts = 3

/** A bank that returned two refunds of a payment will return the next one too. */
const maxFailures = 2

/**
 * Recognises a rejected refund. The payment may have changed since it was read: for example, part of it was refunded
 * elsewhere.
 */
const isBadRequest = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400

/**
 * Recognises an earlier request with the same key and another amount. Stripe stores its result for a day, even a
 * failure.
 */
const isKeyOfOtherAmount = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

interface OwnRefunds {
  /** The sum of the refunds that succeeded, in pence. */
  readonly amountMinor: number
  readonly isPending: boolean
  readonly failures: number
}

/** Reads the refunds of a payment that were made for a purpose. */
const readRefunds = async (stripe: StripeClient, intentId: string, purpose: string): Promise<OwnRefunds> => {
  const own = (await listRefunds({ payment_intent: intentId }, stripe)).filter(
    ({ metadata }) => metadata?.['purpose'] === purpose,
  )
  const succeeded = own.filter(({ status }) => status === 'succeeded')
  const failed = own.filter(({ status }) => isFailed(status))
  return {
    amountMinor: succeeded.reduce((sum, { amount }) => sum + amount, 0),
    isPending: succeeded.length + failed.length < own.length,
    failures: failed.length,
  }
}

/** Lists the refunds of a payment that have succeeded or may still succeed. */
const listValidRefunds = async (stripe: StripeClient, intentId: string): Promise<Stripe.Refund[]> =>
  (await listRefunds({ payment_intent: intentId }, stripe)).filter(({ status }) => !isFailed(status))

const sumOf = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/** The refunds of a payment, in pence, as a withdrawal from its purchase counts them. */
export interface WithdrawalRefunds {
  /** The sum of all refunds of the withdrawal if this payment's refund completed it, else 0. */
  readonly withdrawnMinor: number
  /** The sum of this payment's refunds that the withdrawal made, in pence. */
  readonly ownMinor: number
  /** Refunds for other reasons. They are deducted from the refund of a withdrawal. */
  readonly otherMinor: number
  /** The refund that completed the withdrawal. */
  readonly refundId?: string | undefined
  /** The latest refund of the withdrawal that failed. Staff return the money in another way. */
  readonly failedRefundId?: string | undefined
}

interface PartialRefund {
  readonly amountMinor: number
  /** The sum of all refunds with the same cause. */
  readonly totalMinor: number
  /** The part of the sum that staff repay, because it was paid outside of Stripe. */
  readonly transferMinor?: number
  /** The refunds of the payment for other causes that the amount was computed from. Later ones are deducted from it. */
  readonly deductedMinor?: number
  readonly purpose: string
}

const metadataOf = ({
  purpose,
  totalMinor,
  transferMinor = 0,
}: Omit<PartialRefund, 'amountMinor'>): Record<string, string> => ({
  purpose,
  total_minor: String(totalMinor),
  ...(transferMinor > 0 && { transfer_minor: String(transferMinor) }),
})

const outcomeOf = ({ amountMinor, isPending }: OwnRefunds): RefundOutcome =>
  isPending ? { state: 'pending' } : { state: 'refunded', amountMinor }

/**
 * Returns the part of a purpose that all refunds of one withdrawal share: `withdrawal:sub_1`, also for
 * `part-of-withdrawal:sub_1:0`. Concurrent requests may refund the same payment with different purposes, because each
 * reads what the other has refunded. Any other purpose is its own cause.
 */
const causeOf = (purpose: string): string => {
  const start = purpose.indexOf(withdrawalPurpose)
  return start === -1 ? purpose : purpose.slice(start).split(':', 2).join(':')
}

const hasCause = (cause: string, { metadata }: Stripe.Refund): boolean =>
  metadata?.['purpose']?.includes(cause) === true

const findFailedRefund = (newestFirst: readonly Stripe.Refund[], cause: string): Stripe.Refund | undefined =>
  newestFirst.find((refund) => isFailed(refund.status) && hasCause(cause, refund))

/**
 * Returns the idempotency key of an attempt. Each attempt after a failure needs its own key, because Stripe returns the
 * failed refund for an earlier key. `createOnce` appends only numbers, so it never uses the key of another attempt.
 */
const keyOf = (purpose: string, amount: number, { failures }: OwnRefunds): string =>
  failures === 0 ? `refund:${purpose}:${amount}` : `refund:${purpose}:${amount}:failed:${failures}`

export const refundRequests = {
  /**
   * Refunds what is left of a payment. Can be repeated and run concurrently: it refunds once, and once more after a
   * refund that failed.
   *
   * @param purpose identifies the refund, e.g. `duplicate:in_123`. It is recorded in the metadata of the refund
   */
  refundInFull: (intentId: string, purpose: string): Promise<RefundOutcome> =>
    withStripe(async (stripe) => {
      let rejected: { readonly amount: number; readonly error: unknown } | undefined
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const charge = chargeOf(await stripe.paymentIntents.retrieve(intentId, { expand: [chargeExpand] }))
        const dispute = disputeReasonOf(await reversalOf(charge, stripe))
        if (dispute !== undefined) return { state: dispute }
        const amount = charge === undefined ? 0 : charge.amount_captured - charge.amount_refunded
        const own = await readRefunds(stripe, intentId, purpose)
        if (amount === 0) return outcomeOf(own)
        // The event about each of these refunds has raised an alarm.
        if (own.failures >= maxFailures) return { state: 'failed' }
        // The payment has not changed, so Stripe would reject it again: for example, our balance does not cover it.
        if (rejected?.amount === amount) throw rejected.error
        const params = { payment_intent: intentId, amount, metadata: { purpose } }
        try {
          await createOnce(keyOf(purpose, amount, own), (options) => stripe.refunds.create(params, options))
        } catch (error) {
          if (!isBadRequest(error)) throw error
          rejected = { amount, error }
        }
      }
      throw apiError('payment_provider_error', { cause: rejected?.error })
    }),

  /**
   * Refunds a part of a payment once for a cause: at most what is left of it. A refund that failed is not tried again:
   * the customer was told to email us, and staff may have sent the money already. What staff refund between the last two
   * requests is not deducted: Stripe accepts no condition for a refund.
   *
   * The sums are recorded in the metadata of the refund.
   */
  refundPart: (intentId: string, refund: PartialRefund): Promise<PartOutcome> =>
    withStripe(async (stripe) => {
      const { amountMinor, purpose } = refund
      const cause = causeOf(purpose)
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const charge = chargeOf(await stripe.paymentIntents.retrieve(intentId, { expand: [chargeExpand] }))
        const dispute = disputeReasonOf(await reversalOf(charge, stripe))
        if (dispute !== undefined) return { state: dispute }
        const refunds = await listRefunds({ payment_intent: intentId }, stripe)
        const own = refunds.filter((one) => hasCause(cause, one))
        const earlier = sumOf(own.filter(({ status }) => !isFailed(status)))
        const left = charge === undefined ? 0 : charge.amount_captured - charge.amount_refunded
        if (earlier > 0) return { state: 'refunded', amountMinor: earlier }
        const other = sumOf(refunds.filter(({ status }) => !isFailed(status)))
        const due = amountMinor - Math.max(0, other - (refund.deductedMinor ?? other))
        const nothing = { state: 'refunded', amountMinor: 0, excessMinor: Math.max(0, -due) } as const
        if (left === 0) return nothing
        if (findFailedRefund(refunds, cause) !== undefined) return { state: 'failed' }
        if (due <= 0) return nothing
        const amount = Math.min(due, left)
        // Staff may have refunded a part since the sum was computed.
        const totalMinor = refund.totalMinor - (amountMinor - amount)
        const params = { payment_intent: intentId, amount, metadata: metadataOf({ ...refund, totalMinor }) }
        try {
          // The key has no amount: concurrent requests that computed different amounts follow one series of keys, and
          // refund once.
          const key = `refund:${cause}:${intentId}`
          const made = await createOnce(key, (options) => stripe.refunds.create(params, options), attempt)
          // For a repeated key, Stripe returns the earlier refund, which can have failed since.
          return isFailed(made.status) ? { state: 'failed' } : { state: 'refunded', amountMinor: amount }
        } catch (error) {
          // If the other request has refunded, the next attempt finds its refund.
          if (!isKeyOfOtherAmount(error)) throw error
        }
      }
      throw apiError('payment_provider_error')
    }),

  /**
   * Marks a refund of an earlier payment as completing a withdrawal. The email about it then confirms the withdrawal.
   * Called when nothing is left to refund of the later payments. Can be repeated.
   */
  completeWithdrawal: (
    intentId: string,
    purchaseId: string,
    { totalMinor, transferMinor }: Pick<PartialRefund, 'totalMinor' | 'transferMinor'>,
  ): Promise<void> =>
    withStripe(async (stripe) => {
      const purpose = `${withdrawalPurpose}${purchaseId}`
      const part = (await listValidRefunds(stripe, intentId)).find((refund) => hasCause(purpose, refund))
      const metadata = metadataOf({ purpose, totalMinor, transferMinor })
      if (part !== undefined) await stripe.refunds.update(part.id, { metadata })
    }),

  /** Returns the refunded amounts of a payment of a purchase, because of a withdrawal and otherwise. */
  findWithdrawalRefunds: (intentId: string, purchaseId: string): Promise<WithdrawalRefunds> =>
    withStripe(async (stripe) => {
      const purpose = `${withdrawalPurpose}${purchaseId}`
      const all = await listRefunds({ payment_intent: intentId }, stripe)
      const refunds = all.filter(({ status }) => !isFailed(status))
      const completing = refunds.filter(({ metadata }) => metadata?.['purpose'] === purpose)
      const own = refunds.filter((refund) => hasCause(purpose, refund))
      const [first] = completing
      return {
        withdrawnMinor:
          first === undefined ? 0 : Number(first.metadata?.['total_minor'] ?? sumOf(completing)),
        ownMinor: sumOf(own),
        otherMinor: sumOf(refunds) - sumOf(own),
        refundId: first?.id,
        failedRefundId: findFailedRefund(all, purpose)?.id,
      }
    }),
} as const
