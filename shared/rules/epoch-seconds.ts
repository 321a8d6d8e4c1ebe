/** Converts epoch seconds, in which Stripe states times, to an ISO time. */
export const isoTimeOf = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString()

/** Converts epoch seconds to an ISO time. Null without a time. */
export const isoTimeOrNull = (epochSeconds: number | null | undefined): string | null =>
  epochSeconds === null || epochSeconds === undefined ? null : isoTimeOf(epochSeconds)
