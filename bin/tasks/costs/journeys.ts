import { type Calls, callsOf } from './calls.ts'

/** An activity of a member, with its number per month. */
export interface Journey {
  readonly name: string
  readonly perMonth: number
  /** Operations with the number of their calls. */
  readonly operations: Readonly<Record<string, number>>
  readonly emails: number
  /** Requests and traffic of pages, from docs/bench.md. */
  readonly pageRequests: number
  readonly pageMegabytes: number
  readonly fileMegabytes: number
}

/** Operations that also call Stripe, S3 or the chat provider, and whose calls no test counts. */
const estimated: Readonly<Record<string, Calls>> = {
  'create-download': { reads: 2, writes: 0, writeUnits: 0, pool: 0, rounds: 3 },
  'sign-chat-visitor': { reads: 2, writes: 2, writeUnits: 3, pool: 0, rounds: 4 },
  'one-time-session-event': { reads: 2, writes: 2, writeUnits: 5, pool: 0, rounds: 4 },
  'verify-link': { reads: 4, writes: 3, writeUnits: 20, pool: 3, rounds: 8 },
  'stripe-webhook': { reads: 5, writes: 2, writeUnits: 10, pool: 0, rounds: 8 },
  'chat-webhook': { reads: 3, writes: 2, writeUnits: 5, pool: 0, rounds: 4 },
}

export const isCounted = (operation: string): boolean => callsOf[operation] !== undefined

/** Returns the calls of an operation: counted by a test, or estimated. */
export const callsIn = (operation: string): Calls => {
  const calls = callsOf[operation] ?? estimated[operation]
  if (calls === undefined) throw new Error(`The calls of ${operation} are neither counted nor estimated`)
  return calls
}

/** Chats of a member. At Chatwoot, each is a conversation. */
export const chatsPerMonth = 1

/**
 * Checks of a member's access during a chat, each a call of `get-access`: at a message if the last check is
 * older than five minutes, and at each return to the tab (web/src/features/chat/member-access.ts). Assumed for a chat of half
 * an hour.
 */
export const accessChecks = { atMessages: 6, atReturns: 6 } as const

/** The numbers per month are assumptions. Replace them with numbers from the dashboard. */
export const journeys: readonly Journey[] = [
  {
    name: 'join: sign up, confirm, pay',
    perMonth: 0.05,
    operations: {
      'validate-referral': 1,
      'sign-up': 1,
      'check-sign-up': 8,
      'verify-link': 1,
      'get-access': 4,
      'create-checkout': 1,
      'stripe-webhook': 4,
    },
    emails: 3,
    pageRequests: 30,
    pageMegabytes: 0.4,
    fileMegabytes: 0,
  },
  {
    name: 'read: open the library, search, two files',
    perMonth: 4,
    operations: {
      'get-access': 2,
      'get-library': 1,
      'search-library': 1,
      'create-download': 2,
      'get-profile': 1,
    },
    emails: 0,
    pageRequests: 15,
    pageMegabytes: 0.2,
    fileMegabytes: 2,
  },
  {
    name: 'chat: talk to an adviser, with checks of the access',
    perMonth: chatsPerMonth,
    operations: {
      'get-access': 3 + accessChecks.atMessages + accessChecks.atReturns,
      'sign-chat-visitor': 1,
      'chat-webhook': 4,
    },
    emails: 0.3,
    pageRequests: 10,
    pageMegabytes: 0.15,
    fileMegabytes: 0,
  },
  {
    name: 'ask: submit a ticket, read the reply',
    perMonth: 0.3,
    operations: { 'get-access': 2, 'submit-ticket': 1, 'list-tickets': 2 },
    emails: 3,
    pageRequests: 15,
    pageMegabytes: 0.2,
    fileMegabytes: 0,
  },
  {
    name: 'renew: Stripe takes the next payment',
    perMonth: 0.8,
    operations: { 'stripe-webhook': 4 },
    emails: 1,
    pageRequests: 0,
    pageMegabytes: 0,
    fileMegabytes: 0,
  },
  {
    name: 'look: a visitor reads three public pages',
    perMonth: 10,
    operations: {},
    emails: 0,
    pageRequests: 9,
    pageMegabytes: 0.06,
    fileMegabytes: 0,
  },
]
