import * as z from 'zod/mini'
import type { UserFound } from '#shared/contract/admin.ts'
import { isSubscribed } from '#shared/rules/access.ts'
import { keys, termOfSearchEntry, userIdOfSearchEntry } from '#platform/table/keys.ts'
import {
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
} from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'

const searchEntry = z.object({ sk: z.string(), email: z.string() })
const summaryRecord = z.discriminatedUnion('entity', [
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
])

const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)

/** Stripe statuses without access until the balance is paid. */
const unpaidStatuses = ['past_due', 'unpaid', 'incomplete']

type SummaryRecord = z.infer<typeof summaryRecord> | undefined

const statusOf = (
  subscriber: SummaryRecord,
  subscription: SummaryRecord,
  now: Date,
): UserFound['subscription_status'] => {
  const subscriberFacts =
    subscriber?.entity === 'subscriber'
      ? { subscribed: subscriber.subscribed, subscriptionEnd: subscriber.subscription_end }
      : undefined
  if (subscription?.entity !== 'subscription') return isSubscribed(subscriberFacts, now) ? 'active' : 'none'
  if (isSubscribed(subscriberFacts, now)) return subscription.cancel_at_period_end ? 'cancelling' : 'active'
  return unpaidStatuses.includes(subscription.status ?? '') ? 'unpaid' : 'none'
}

export const userRepository = (table: Table) => ({
  /**
   * Finds the ids of the accounts whose email address matches, sorted by address. Takes one Query for each
   * megabyte of matching entries, about 8,000. An empty text finds all accounts: each has one entry that starts
   * with @.
   */
  async findIds(text: string): Promise<string[]> {
    const items = await table.list(keys.accountSearch('', '').pk, text === '' ? '@' : text)
    const emails = new Map(
      items
        .map((item) => searchEntry.parse(item))
        // The sort key ends with the account id, which must not match.
        .filter(({ sk }) => termOfSearchEntry(sk).startsWith(text))
        .map(({ sk, email }) => [userIdOfSearchEntry(sk), email]),
    )
    return [...emails]
      .map(([id, email]) => ({ id, email }))
      .toSorted(byEmail)
      .map(({ id }) => id)
  },

  /**
   * Lists the search results for these accounts, in the same order. Reads the current items, so the results are
   * never stale. Leaves out accounts that are being deleted.
   */
  async listSummaries(ids: readonly string[], now: Date): Promise<UserFound[]> {
    const records = await table.findMany(
      ids.flatMap((id) => [keys.profile(id), keys.subscriber(id), keys.subscription(id)]),
      summaryRecord,
    )
    const recordOf = new Map(records.map((record) => [`${record.user_id} ${record.entity}`, record]))
    return ids.flatMap((id) => {
      const profile = recordOf.get(`${id} profile`)
      if (profile?.entity !== 'profile') return []
      const { email, created_at, last_sign_in_at = null } = profile
      const subscription_status = statusOf(
        recordOf.get(`${id} subscriber`),
        recordOf.get(`${id} subscription`),
        now,
      )
      return [{ id, email, created_at, last_sign_in_at, subscription_status }]
    })
  },
})

export type UserRepository = ReturnType<typeof userRepository>
