/** Reasons why a payment no longer counts: refunded in full, in an open dispute, or returned by the bank after one. */
export const reversalReasons = ['refunded', 'disputed', 'dispute_lost'] as const
export type ReversalReason = (typeof reversalReasons)[number]
