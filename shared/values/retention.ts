/** The length of a period: calendar years and months, or days. */
export interface Period {
  readonly years?: number
  readonly months?: number
  readonly days?: number
}

/**
 * Retention periods by kind of record, counted from its creation unless stated otherwise. The privacy policy states the
 * same periods; docs/retention.md explains them.
 */
export const retentionPeriods = {
  /** Sign-ups whose email address was never verified. */
  unverified: { days: 30 },
  /** Messages from the contact page. */
  contact: { months: 12 },
  /** Tickets. The same period as live chat messages at the chat provider. */
  ticket: { months: 12 },
  /** Conversations at the chat provider, from their last message. */
  chat: { months: 12 },
  /** Audited actions of admins and operators. */
  audit: { months: 12 },
  /** Addresses that emails bounce from or whose owner reported an email as spam, counted from the latest problem. */
  emailProblem: { months: 12 },
  /** Financial records: passes, their payments, and the retained payment records of deleted accounts. */
  payment: { years: 7 },
  /**
   * The tombstone of a deleted account. Kept for longer than Stripe retries events, and longer than any token is valid.
   */
  tombstone: { days: 35 },
} as const satisfies Record<string, Period>

export type RetainedKind = keyof typeof retentionPeriods

/** Periods after which AWS removes data by itself. The privacy policy states them too. */
export const storagePeriods = {
  /**
   * The record that links a chat visitor to an account or pass, counted from when the chat was last opened. A pass can
   * wait for `unusedPassDays`, and the last webhook about its conversation comes later.
   */
  chatVisitor: { days: 60 },
  /** Marks an email address as counted for a referral link. It contains only a hash, and outlives the account. */
  countedReferral: { days: 365 },
  /** The record of a sent email, without its text. An email that cannot be sent is given up after this period. */
  sentEmail: { days: 30 },
  /**
   * Emails and files that failed every retry, with the whole item, for example the text of an email. Also bounces that
   * could not be recorded, with the address and the subject.
   */
  failedRecord: { days: 7 },
  /** Logs in production, where they are kept longest. */
  logs: { days: 90 },
  /** Backups of the table: its recovery to a point in time. */
  backups: { days: 35 },
} as const satisfies Record<string, Period>
