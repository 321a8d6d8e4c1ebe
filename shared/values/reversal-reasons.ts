/** Reasons why a payment no longer counts: refunded in full, in an open dispute, or returned by the bank after one. */
export const reversalReasons = ['refunded', 'disputed', 'dispute_lost'] as const
export type ReversalReason = (typeof reversalReasons)[number]

/** A dispute, open or lost, because of which a payment does not count. */
export type DisputeReason = Exclude<ReversalReason, 'refunded'>

/** Returns the reason if it is a dispute. */
export const disputeReasonOf = (reason: ReversalReason | undefined): DisputeReason | undefined =>
  reason === 'refunded' ? undefined : reason
