import { addMediaLink, listMediaLinks } from '#shared/contract/library.ts'
import * as admin from '#shared/contract/admin.ts'
import * as contact from '#shared/contract/contact.ts'
import * as identity from '#shared/contract/identity.ts'
import * as inbox from '#shared/contract/inbox.ts'
import * as library from '#shared/contract/library.ts'
import * as libraryFacts from '#shared/contract/library-facts.ts'
import type { Operation } from '#shared/contract/operation.ts'
import * as passkeys from '#shared/contract/passkeys.ts'
import * as passes from '#shared/contract/passes.ts'
import * as referrals from '#shared/contract/referrals.ts'
import * as subscriptions from '#shared/contract/subscriptions.ts'
import * as tickets from '#shared/contract/tickets.ts'

/** An accepted request whose calls are counted. */
export interface Scenario {
  readonly operation: Operation
  readonly caller: 'visitor' | 'user' | 'member' | 'admin'
  readonly body?: object
  /**
   * The request that adds an item to the operation's list. The number of calls must not depend on the number of items.
   */
  readonly adds?: {
    readonly operation: Operation
    readonly caller: 'member' | 'admin' | 'visitor'
    readonly body: (n: number) => object
  }
}

const question = (n: number) => ({
  topic: `Deposit ${n}`,
  country: 'england',
  message: 'How long may a landlord keep a deposit after the end of a tenancy?',
})
const ticket = { operation: tickets.submitTicket, caller: 'member', body: question } as const
const video = {
  operation: addMediaLink,
  caller: 'admin',
  body: (n: number) => ({ url: `https://youtu.be/${String(n).padStart(11, 'a')}`, title: `Video ${n}` }),
} as const
const referral = {
  operation: referrals.createReferral,
  caller: 'admin',
  body: (n: number) => ({ referrer_name: `Referrer ${n}` }),
} as const
const message = {
  operation: contact.submitContact,
  caller: 'visitor',
  body: (n: number) => ({
    name: 'Nadia Oyelaran',
    email: `sender-${n}@people.example`,
    subject: 'A question',
    message: 'Do you also advise on holiday lets in Wales?',
  }),
} as const
const password = 'long enough to be safe 7'
const signUpForm = {
  firstName: 'Nadia',
  lastName: 'Oyelaran',
  email: 'new@people.example',
  password,
  confirmPassword: password,
  companyName: 'Harbour Lettings (sample)',
  streetAddress: '2 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  numberOfEmployees: 3,
  userType: 'agent',
}

/** The operations of the journeys in docs/scale.md, and every list. */
export const scenarios: readonly Scenario[] = [
  { operation: subscriptions.getAccess, caller: 'member' },
  { operation: subscriptions.isUserSubscribed, caller: 'member' },
  { operation: subscriptions.createCheckout, caller: 'user', body: { plan: 'monthly' } },
  { operation: passes.hasActiveOneTimeAccess, caller: 'user' },
  { operation: passes.checkGuestAccess, caller: 'visitor', body: { guest_key: 'A'.repeat(43) } },
  { operation: identity.getProfile, caller: 'member' },
  { operation: libraryFacts.getLibrary, caller: 'member', adds: video },
  { operation: library.listLibraryFiles, caller: 'member' },
  { operation: listMediaLinks, caller: 'member', adds: video },
  { operation: libraryFacts.searchLibrary, caller: 'member', body: { query: 'deposit' } },
  { operation: tickets.listTickets, caller: 'member', adds: ticket },
  { operation: tickets.submitTicket, caller: 'member', body: question(0) },
  { operation: contact.submitContact, caller: 'visitor', body: message.body(0) },
  { operation: passkeys.listPasskeys, caller: 'member' },
  { operation: identity.signOut, caller: 'member' },
  { operation: identity.signUp, caller: 'visitor', body: signUpForm },
  { operation: identity.sendMagicLink, caller: 'visitor', body: { email: 'nobody@people.example' } },
  { operation: identity.checkSignUp, caller: 'visitor', body: { sign_up_id: 'A'.repeat(22) } },
  { operation: referrals.validateReferral, caller: 'visitor', body: { token: 'A'.repeat(22) } },
  { operation: referrals.listReferrals, caller: 'admin', adds: referral },
  { operation: inbox.listInbox, caller: 'admin', adds: message },
  { operation: admin.getUsers, caller: 'admin' },
]
