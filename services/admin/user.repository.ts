import * as z from 'zod/mini'
import type { UserFound } from '#shared/contract/admin.ts'
import { isUnpaid } from '#shared/rules/entitlement.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { foldForSearch, maxNameTermLength } from '#services/identity/public.ts'
import {
  type Account,
  findAccount,
  hasActivePass,
  isAccountSubscribed,
  passesOf,
} from '#platform/account/account.ts'
import {
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
} from '#platform/account/records.ts'
import { keys, termOfSearchEntry, userIdOfSearchEntry } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'

const searchEntry = z.object({ sk: z.string(), email: z.string() })
const summaryRecord = z.discriminatedUnion('entity', [
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
])
type SummaryRecord = z.infer<typeof summaryRecord>

const byEmail = (a: { email: string }, b: { email: string }) => compareCodeUnits(a.email, b.email)

const subscriptionStatus = (account: Account, now: Date): UserFound['subscription_status'] => {
  const { subscription } = account
  if (isAccountSubscribed(account, now)) return subscription?.cancel_at_period_end ? 'cancelling' : 'active'
  return isUnpaid(subscription?.status) ? 'unpaid' : 'none'
}

/** Describes an account in a list. Shows a pass only if there is no subscription that gives access or is unpaid. */
export const summaryOf = (account: Account, now: Date): UserFound => {
  const { user_id, email, full_name, company_name, created_at, last_sign_in_at = null } = account.profile
  const status = subscriptionStatus(account, now)
  return {
    id: user_id,
    email,
    full_name,
    company_name,
    created_at,
    last_sign_in_at,
    subscription_status: status === 'none' && hasActivePass(account, now) ? 'pass' : status,
  }
}

/** Assembles accounts from their items, without passes and step-ups. Leaves out accounts that are being deleted. */
const accountsOf = (records: readonly SummaryRecord[]): Account[] =>
  records.flatMap((profile) => {
    if (profile.entity !== 'profile') return []
    const own = records.filter(({ user_id }) => user_id === profile.user_id)
    return {
      profile,
      subscriber: own.find((record) => record.entity === 'subscriber'),
      subscription: own.find((record) => record.entity === 'subscription'),
      passes: [],
      stepUps: [],
    }
  })

/**
 * Returns whether an entry starts with the text. The entry of a long name is cut, so it also matches a text that starts with
 * the entry.
 */
const matches = (entry: string, text: string): boolean =>
  entry.startsWith(text) || (entry.length === maxNameTermLength && text.startsWith(entry))

/** Finds accounts for admins. Stores nothing. */
export const userRepository = (table: Table) => ({
  /** Finds an account. Returns `undefined` if it does not exist or was deleted. */
  find: (id: string): Promise<Account | undefined> => findAccount(table, id),

  /**
   * Finds the ids of the accounts with a word that starts with the text, sorted by address. Takes one Query for each
   * megabyte of matching entries, about 8,000. An empty text finds all accounts: each has one entry that starts
   * with @.
   */
  async findIds(searched: string): Promise<string[]> {
    const text = foldForSearch(searched)
    // A longer text could exceed the 1,024 bytes of a sort key, because decomposed characters take up to nine.
    const start = text === '' ? '@' : text.slice(0, maxNameTermLength)
    const items = await table.list(keys.accountSearch('', '').pk, start)
    const emails = new Map(
      items
        .map((item) => searchEntry.parse(item))
        // The sort key ends with the account id, which must not match.
        .filter(({ sk }) => matches(termOfSearchEntry(sk), text))
        .map(({ sk, email }) => [userIdOfSearchEntry(sk), email]),
    )
    return [...emails]
      .map(([id, email]) => ({ id, email }))
      .toSorted(byEmail)
      .map(({ id }) => id)
  },

  /**
   * Lists the search results for these accounts, in the same order. Reads the current items, so the results are
   * never stale. Takes one more Query for each account without a subscription, which may have a pass.
   */
  async listSummaries(ids: readonly string[], now: Date): Promise<UserFound[]> {
    const records = await table.findMany(
      ids.flatMap((id) => [keys.profile(id), keys.subscriber(id), keys.subscription(id)]),
      summaryRecord,
    )
    const accounts = new Map(accountsOf(records).map((account) => [account.profile.user_id, account]))
    const withPass = async (account: Account): Promise<UserFound> => {
      const summary = summaryOf(account, now)
      if (summary.subscription_status !== 'none') return summary
      return summaryOf({ ...account, passes: await passesOf(table, summary.id) }, now)
    }
    return Promise.all(ids.flatMap((id) => accounts.get(id) ?? []).map(withPass))
  },
})

export type UserRepository = ReturnType<typeof userRepository>
