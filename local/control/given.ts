import type { Cloud } from '#local/cloud/cloud.ts'
import { copyAccount, recordAccount, type AccountRecords } from './account-records.ts'
import { buyGuestPass, createByFlow, type AccountKind, type GivenAccount } from './flows.ts'
import type { PersonKind } from './bodies.ts'

export { everybodysPassword, type GivenAccount } from './flows.ts'

const numbers = new Map<string, number>()

/** Returns a new address that nobody has: `monthly-7@member.example`. */
const newEmail = (as: PersonKind): string => {
  const number = (numbers.get(as) ?? 0) + 1
  numbers.set(as, number)
  const name = as.replace(/Member$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `${name}-${number}@member.example`
}

/** Accounts that were created by their flow and recorded for copies, by kind. */
const recorded = new WeakMap<Cloud, Map<AccountKind, AccountRecords>>()

const withSubscription: readonly AccountKind[] = [
  'monthlyMember',
  'annualMember',
  'cancellingMember',
  'pastDueMember',
]

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Returns the records to copy, if a copy is as good as an account created now. Subscriptions renew by the calendar,
 * which differs from day to day, and events that are held back must be real ones.
 */
const copyable = (cloud: Cloud, as: AccountKind): AccountRecords | undefined => {
  const records = recorded.get(cloud)?.get(as)
  if (records === undefined || cloud.stripe.webhooks().mode === 'hold') return undefined
  const isToday = dayOf(records.recordedAt) === dayOf(cloud.clock.now())
  return isToday || !withSubscription.includes(as) ? records : undefined
}

const record = async (cloud: Cloud, as: AccountKind, account: GivenAccount): Promise<void> => {
  const kinds = recorded.get(cloud) ?? new Map<AccountKind, AccountRecords>()
  recorded.set(cloud, kinds.set(as, await recordAccount(cloud, account)))
}

export interface GivenOptions {
  readonly email?: string | undefined
  /** Creates the account through the site's own operations, even if a copy would do. */
  readonly byFlow?: boolean | undefined
}

/**
 * Creates an account in a named state. The first of each kind is created through the site's own operations, later
 * ones are copies of its records: in a twentieth of the time.
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
export const givenPerson = (
  cloud: Cloud,
  as: PersonKind,
  options: GivenOptions,
): Promise<GivenAccount | { readonly guestKey: string }> =>
  as === 'guest' ? buyGuestPass(cloud, options.email) : givenAccount(cloud, as, options)
