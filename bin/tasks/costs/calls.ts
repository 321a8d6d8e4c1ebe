/** Calls that an accepted request makes. */
export interface Calls {
  readonly reads: number
  readonly writes: number
  /**
   * DynamoDB's write units for items of up to 1 KB, without the units of indexes. A transaction uses two for each item.
   */
  readonly writeUnits: number
  /** Calls of the Cognito user pool. */
  readonly pool: number
  /** Requests to Stripe. Default: none. */
  readonly stripe?: number
  /** Round trips after one another: calls that are made together count once. */
  readonly rounds: number
}

/**
 * Accepted requests of the journeys, and every list. test/calls/calls.test.ts counts them with the deployed handlers.
 */
export const callsOf: Readonly<Record<string, Calls>> = {
  'check-guest-access': { reads: 1, writes: 1, writeUnits: 1, pool: 0, rounds: 2 },
  'check-sign-up': { reads: 1, writes: 1, writeUnits: 1, pool: 0, rounds: 2 },
  'create-checkout': { reads: 1, writes: 3, writeUnits: 11, pool: 0, stripe: 3, rounds: 6 },
  'get-access': { reads: 1, writes: 0, writeUnits: 0, pool: 0, rounds: 1 },
  'get-library': { reads: 5, writes: 0, writeUnits: 0, pool: 0, rounds: 2 },
  'get-profile': { reads: 2, writes: 0, writeUnits: 0, pool: 0, rounds: 2 },
  'get-users': { reads: 2, writes: 0, writeUnits: 0, pool: 1, rounds: 3 },
  'has-active-one-time-access': { reads: 1, writes: 0, writeUnits: 0, pool: 0, rounds: 1 },
  'is-user-subscribed': { reads: 1, writes: 0, writeUnits: 0, pool: 0, rounds: 1 },
  'list-inbox': { reads: 3, writes: 0, writeUnits: 0, pool: 1, rounds: 3 },
  'list-library-files': { reads: 2, writes: 0, writeUnits: 0, pool: 0, rounds: 2 },
  'list-media-links': { reads: 2, writes: 0, writeUnits: 0, pool: 0, rounds: 2 },
  'list-passkeys': { reads: 2, writes: 0, writeUnits: 0, pool: 0, rounds: 2 },
  'list-referrals': { reads: 2, writes: 0, writeUnits: 0, pool: 1, rounds: 3 },
  'list-tickets': { reads: 3, writes: 0, writeUnits: 0, pool: 0, rounds: 3 },
  'search-library': { reads: 2, writes: 1, writeUnits: 1, pool: 0, rounds: 3 },
  'send-magic-link': { reads: 2, writes: 4, writeUnits: 4, pool: 0, rounds: 5 },
  'sign-out': { reads: 1, writes: 1, writeUnits: 2, pool: 1, rounds: 2 },
  'sign-up': { reads: 1, writes: 4, writeUnits: 13, pool: 2, rounds: 7 },
  'submit-contact': { reads: 1, writes: 4, writeUnits: 11, pool: 0, rounds: 5 },
  'submit-ticket': { reads: 1, writes: 3, writeUnits: 12, pool: 0, rounds: 4 },
  'validate-referral': { reads: 1, writes: 1, writeUnits: 1, pool: 0, rounds: 2 },
}
