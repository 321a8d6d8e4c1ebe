import type { Cloud } from '#local/cloud/cloud.ts'
import { copyAccount, recordAccount, type AccountRecords } from './account-records.ts'
import type { AccountKind } from './bodies.ts'
import { buyGuestPass, createByFlow, type GivenAccount } from './flows.ts'

export { seedPassword, type GivenAccount } from './flows.ts'

const numbers = new Map<string, number>()

/** Returns a new address that no account has: `monthly-7@member.example`. */
const newEmail = (as: AccountKind | 'guest'): string => {
  const number = (numbers.get(as) ?? 0) + 1
  numbers.set(as, number)
  const name = as.replace(/Member$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `${name}-${number}@member.example`
}

const withSubscription: readonly AccountKind[] = [
  'monthlyMember',
  'annualMember',
  'cancellingMember',
  'pastDueMember',
]

/** Accounts that were created by their flow and recorded for copies, by `recordKey`. */
const recorded = new WeakMap<Cloud, Map<string, AccountRecords>>()

/**
 * Returns the name under which an account is recorded. It contains the day for accounts with a subscription, because a
 * renewal date depends on the day and tests move the clock.
 */
const recordKey = (cloud: Cloud, as: AccountKind): string =>
  withSubscription.includes(as) ? `${as} ${cloud.clock.now().toISOString().slice(0, 10)}` : as

/**
 * Returns the records to copy, if a copy will do. No copy is made while events are held, because copying sends no
 * events that a test could release.
 */
const copyable = (cloud: Cloud, as: AccountKind): AccountRecords | undefined =>
  cloud.stripe.webhooks().mode === 'hold' ? undefined : recorded.get(cloud)?.get(recordKey(cloud, as))

const record = async (cloud: Cloud, as: AccountKind, account: GivenAccount): Promise<void> => {
  const records = recorded.get(cloud) ?? new Map<string, AccountRecords>()
  recorded.set(cloud, records.set(recordKey(cloud, as), await recordAccount(cloud, account)))
}

export interface GivenOptions {
  readonly email?: string | undefined
  /** Creates the account through the site's own operations, even if a copy would do. */
  readonly byFlow?: boolean | undefined
}

/**
 * Creates an account in a named state. The first of each kind is created through the site's own operations. Later ones
 * are copies of its records, which takes a twentieth of the time.
 */
export const givenAccount = async (
  cloud: Cloud,
  as: AccountKind,
  { email = newEmail(as), byFlow = false }: GivenOptions = {},
): Promise<GivenAccount> => {
  const address = email.toLowerCase()
  const records = byFlow ? undefined : copyable(cloud, as)
  const copy = records && (await copyAccount(cloud, records, { as, email: address }))
  if (copy !== undefined) return copy
  const isHeld = cloud.stripe.webhooks().mode === 'hold'
  const account = await createByFlow(cloud, as, address)
  if (!isHeld && records === undefined) await record(cloud, as, account)
  return account
}

/** Creates an account in a named state, or a guest with a paid pass and no account. */
export const givenAccountOrGuest = (
  cloud: Cloud,
  as: AccountKind | 'guest',
  options: GivenOptions,
): Promise<GivenAccount | { readonly guestKey: string }> =>
  as === 'guest' ? buyGuestPass(cloud, options.email) : givenAccount(cloud, as, options)
