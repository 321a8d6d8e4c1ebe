import { sharedSignUpLimit } from '#shared/contract/identity.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { chatsPerMonth } from './journeys.ts'
import { callsPerMonth, unitsOfLibrary } from './use.ts'

export interface Limit {
  readonly what: string
  /** Number of members at which the limit is reached. */
  readonly members: number
  readonly change: string
}

/** Share of a month's requests in its busiest hour: twice the average of 170 working hours, rounded down. Assumed. */
const busiestHour = 1 / 100

/** The longest time that Lambda lets a function run. */
const longestRunSeconds = 900

/** Seconds for one page of a list, over the network. Assumed. */
const pageSeconds = { stripe: 0.5, cognito: 0.1, table: 0.1 }

const ticketsAnHour = submitTicket.limits.find(({ by }) => by === 'everyone')?.max ?? 0
/** Share of the monthly subscriptions for which a reminder is sent each day: each gets one at every sixth renewal. */
const remindedEachDay = 1 / 182
/** Seconds to price a renewal at Stripe and queue its reminder. Assumed. */
const reminderSeconds = 0.55
/**
 * Events at Stripe that the nightly reconciliation reads for each monthly member. It reads five days, a sixth of the
 * month. A renewal causes two events, and each of them is in two of the lists that the reconciliation reads.
 */
const reconciledEvents = (1 / 6) * 2 * 2
/**
 * Reads of the table for each member, one after the other. Two find the customer and the account, for 20 members at the
 * same time. A sixth of the members need one more, which finds out whether the event of a renewal was processed.
 */
const reconcilingReads = 2 / 20 + 1 / 6
/** Conversations that a run of `delete-old-chats` deletes. */
const chatsANight = 500
/** Seconds of a read of the table. Assumed. */
const readSeconds = 0.005
/** Seconds to queue an email. Assumed. */
const emailSeconds = 0.02
/** `throttle` in lib/stacks/web.ts. */
const requestsASecond = 100

/** Read units a second of one partition of the table. From memory. */
const unitsOfPartition = 3000

/** Members whose busiest hour has this many calls a second. */
const membersAt = (callsASecond: number, perMonth: number): number =>
  (callsASecond * 3600) / (perMonth * busiestHour)

/** The limits that are reached between 1,000 and 10 million members, lowest first. */
export const limits: readonly Limit[] = [
  {
    what: `\`sign-up\` accepts ${sharedSignUpLimit.max.toLocaleString('en-GB')} sign-ups an hour from all networks together; beyond, two from each`,
    members: sharedSignUpLimit.max / (callsPerMonth('sign-up') * busiestHour),
    change: 'Raise the limit in the contract. It bounds what an attack costs.',
  },
  {
    what: `\`submit-ticket\` accepts ${ticketsAnHour} tickets an hour from all members together`,
    members: ticketsAnHour / (callsPerMonth('submit-ticket') * busiestHour),
    change:
      'Raise the limit in the contract with the number of advisers. It protects their inbox, not the system.',
  },
  {
    what: 'The nightly `reconcile` reads all subscriptions and the events of five days from Stripe, 100 to a page, and the account of each member, in one run of 15 minutes',
    members:
      longestRunSeconds /
      ((pageSeconds.stripe / 100) * (1 + reconciledEvents) + reconcilingReads * readSeconds),
    change:
      'Read each event once. Then reconcile a share of the customers each night, by the hash of their id, or continue a run from its last page.',
  },
  {
    what: '`compute-numbers` reads all subscriptions from Stripe, one page of 100 after the other, in one run of 15 minutes',
    members: (longestRunSeconds / pageSeconds.stripe) * 100,
    change:
      'Read the subscriptions of several months at the same time, as it reads the payments. Until then, the admin area shows the figures of the last run that succeeded.',
  },
  {
    what: '`send-library-emails` queues an email for each member who asked for it, in one run of 13 minutes',
    members: (13 * 60) / emailSeconds,
    change:
      'Nothing for up to three times as many, apart from an alarm: Lambda repeats the run twice, and each repeat continues. Ask SES for a rate at which all emails arrive on the same day.',
  },
  {
    what: `\`delete-old-chats\` deletes ${chatsANight} old conversations a night, in one run of 4 minutes`,
    members: (chatsANight * 30) / chatsPerMonth,
    change:
      'Nothing for up to three times as many, apart from an alarm: Lambda repeats the run twice, and each repeat continues. Then give the run more batches and 15 minutes.',
  },
  {
    what: '`renewal-reminders` reads all subscriptions from Stripe, and prices each renewal that it announces, in one run of 14 minutes',
    members: (14 * 60) / (pageSeconds.stripe / 100 + remindedEachDay * reminderSeconds),
    change:
      'Nothing at first, apart from an alarm: Lambda repeats the run, which continues. Then announce from the table, which knows when each subscription renews.',
  },
  {
    what: '`close-accounts-without-login` lists all users of the pool, 60 to a page, in one run of 12 minutes',
    members: ((12 * 60) / pageSeconds.cognito) * 60,
    change: 'Continue from the last page on the next night: the list is not urgent.',
  },
  {
    what: '`get-users` without a search text reads the entry of every account, 8,000 to a page, within 10 seconds',
    members: (10 / pageSeconds.table) * 8000,
    change: 'Show the count from a counter, and page by key instead of by number.',
  },
  {
    what: `The API accepts ${requestsASecond} requests a second`,
    members: membersAt(requestsASecond, callsPerMonth()),
    change:
      'Raise `throttle` in `lib/stacks/web.ts`, and ask AWS for more than 1,000 concurrent executions before it exceeds 5,000.',
  },
  {
    what: `The library is one partition, which is read ${unitsOfPartition.toLocaleString('en-GB')} units a second: \`get-library\` uses ${unitsOfLibrary} for 1,000 files`,
    members: membersAt(unitsOfPartition / unitsOfLibrary, callsPerMonth('get-library')),
    change: 'Keep the library in the memory of the function for a minute: it is the same for all members.',
  },
].toSorted((a, b) => a.members - b.members)
