import type { PartOutcome, RefundOutcome } from '#services/payments/stripe/refunds.ts'

/** Returns the outcome of the refund of a part. Throws an error for an outcome that only a full refund has. */
export const partOutcome = (outcome: RefundOutcome): PartOutcome => {
  if (outcome.state === 'pending') throw new Error('The refund of a part does not wait for the bank')
  return outcome
}
