import * as paths from './site-map.ts'

/**
 * The texts beside the checkbox of the payment page, by version. Buyers accept the terms and ask us to start within the
 * withdrawal period, as regulation 36 of the Consumer Contracts Regulations 2013 requires. Each purchase stores its
 * version, so a changed text gets a new version and the old one stays here.
 */
export const startRequests = {
  '2026-11-22': (site: string) =>
    `I accept the [terms](${site}${paths.terms}). Please start the service now. I know that I can withdraw within 14 days, and that I then pay for the part of the service that I have used.`,
  '2026-11-22-2': (site: string) =>
    `I accept the [terms](${site}${paths.terms}). Please start the service now. I know that I can withdraw within 14 days, and that I then pay for the part of the service that I have used. Once all of the time has been used, there is nothing left to refund.`,
} as const satisfies Record<string, (site: string) => string>

/** The version that new purchases use. */
export const startRequestVersion = '2026-11-22-2' satisfies keyof typeof startRequests

/** Returns the text that new buyers accept. Stripe shows its link as Markdown. */
export const startRequestText = (site: string): string => startRequests[startRequestVersion](site)

/** A buyer's request to start the service within the withdrawal period. */
export interface StartRequest {
  /** Version of the text that the buyer accepted. */
  readonly wording: string
  /** ISO time. */
  readonly at: string
}
