import * as account from './account.ts'
import * as admin from './admin.ts'
import * as chat from './chat.ts'
import * as contact from './contact.ts'
import * as identity from './identity.ts'
import * as inbox from './inbox.ts'
import * as library from './library.ts'
import * as libraryEmails from './library-emails.ts'
import * as libraryFacts from './library-facts.ts'
import * as numbers from './numbers.ts'
import type { Operation } from './operation.ts'
import * as passes from './passes.ts'
import * as passkeys from './passkeys.ts'
import * as payments from './payments.ts'
import * as profileChanges from './profile-changes.ts'
import * as referrals from './referrals.ts'
import * as secondFactor from './second-factor.ts'
import * as subscriptions from './subscriptions.ts'
import * as tickets from './tickets.ts'
import * as withdrawals from './withdrawals.ts'

/**
 * The exports of every domain. This is the only list of the domains. The browser imports its type only, so that the
 * schemas are not bundled.
 */
export const contract = {
  ...account,
  ...admin,
  ...chat,
  ...contact,
  ...identity,
  ...inbox,
  ...library,
  ...libraryEmails,
  ...libraryFacts,
  ...numbers,
  ...passes,
  ...passkeys,
  ...payments,
  ...profileChanges,
  ...referrals,
  ...secondFactor,
  ...subscriptions,
  ...tickets,
  ...withdrawals,
}
export type Contract = typeof contract

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'caller' in value && 'ok' in value

/** Every operation, in order of name. Routes, the role matrix of the tests and docs/api.md are derived from it. */
export const operations: readonly Operation[] = Object.values<unknown>(contract)
  .filter(isOperation)
  .toSorted((a, b) => a.name.localeCompare(b.name))
