import type { PartOutcome, RefundOutcome } from '#services/payments/stripe/refunds.ts'

/** Returns the outcome of the refund of a part. Throws for one that only a full refund has. */
export const partOutcome = (outcome: RefundOutcome): PartOutcome => {
  if (outcome.state === 'pending' || outcome.state === 'failed')
    throw new Error(`The refund of a part is never ${outcome.state}`)
  return outcome
}
