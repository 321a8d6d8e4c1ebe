/** How long a period is: calendar years and months, or days. */
export interface Period {
  readonly years?: number
  readonly months?: number
  readonly days?: number
}

/**
 * How long each kind of record is kept, counted from when it was made unless said otherwise. The privacy
 * policy says the same in words; docs/architecture.md says why.
 */
export const retentionPeriods = {
  /** A sign-up whose address nobody has verified. */
  unverified: { days: 30 },
  /** Messages from the contact page. */
  contact: { months: 12 },
  /** Tickets, as live chat messages at the chat provider. */
  ticket: { months: 12 },
  /** What admins did to somebody's account. */
  audit: { months: 12 },
  /** Passes, their payments, and what is kept of the payments of a deleted account: financial records. */
  payment: { years: 7 },
  /** The mark that an account was deleted: longer than Stripe brings events and than any token lives. */
  tombstone: { days: 35 },
} as const satisfies Record<string, Period>

export type Retained = keyof typeof retentionPeriods
