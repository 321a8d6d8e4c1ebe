import * as z from 'zod'
import type { UserFound } from '../../shared/contract/admin.ts'
import { isSubscribed } from '../../shared/rules/access.ts'
import { keys, partOfPerson, userIdOfPerson } from '../platform/table/keys.ts'
import {
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
} from '../platform/table/records.ts'
import type { Table } from '../platform/table/table.ts'

const directoryEntry = z.object({ sk: z.string(), email: z.string() })
const shownRecord = z.discriminatedUnion('entity', [
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
])

const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)

/** Statuses of Stripe that end access until the balance is paid. */
const unpaidStatuses = ['past_due', 'unpaid', 'incomplete']

type Shown = z.infer<typeof shownRecord> | undefined

const statusOf = (subscriber: Shown, subscription: Shown, now: Date): UserFound['subscription_status'] => {
  const facts =
    subscriber?.entity === 'subscriber'
      ? { subscribed: subscriber.subscribed, subscriptionEnd: subscriber.subscription_end }
      : undefined
  if (subscription?.entity !== 'subscription') return isSubscribed(facts, now) ? 'active' : 'none'
  if (isSubscribed(facts, now)) return subscription.cancel_at_period_end ? 'cancelling' : 'active'
  return unpaidStatuses.includes(subscription.status ?? '') ? 'unpaid' : 'none'
}

export const userRepository = (table: Table) => ({
  /**
   * The ids of everybody whose address matches, in order of address: one Query for each megabyte of the
   * directory that matches, which is some 8,000 people. Without a text, everybody: each has one domain.
   */
  async matching(text: string): Promise<string[]> {
    const items = await table.list(keys.person('', '').pk, text === '' ? '@' : text)
    const emails = new Map(
      items
        .map((item) => directoryEntry.parse(item))
        // An id stands behind the part, and nobody is found by that.
        .filter(({ sk }) => partOfPerson(sk).startsWith(text))
        .map(({ sk, email }) => [userIdOfPerson(sk), email]),
    )
    return [...emails]
      .map(([id, email]) => ({ id, email }))
      .toSorted(byEmail)
      .map(({ id }) => id)
  },

  /**
   * What the search shows of these people, in the same order, read where it is written: nothing here can be
   * stale. Somebody who is being deleted is left out.
   */
  async summaries(ids: readonly string[], now: Date): Promise<UserFound[]> {
    const records = await table.findMany(
      ids.flatMap((id) => [keys.profile(id), keys.subscriber(id), keys.subscription(id)]),
      shownRecord,
    )
    const of = new Map(records.map((record) => [`${record.user_id} ${record.entity}`, record]))
    return ids.flatMap((id) => {
      const profile = of.get(`${id} profile`)
      if (profile?.entity !== 'profile') return []
      const { email, created_at, last_sign_in_at = null } = profile
      const subscription_status = statusOf(of.get(`${id} subscriber`), of.get(`${id} subscription`), now)
      return [{ id, email, created_at, last_sign_in_at, subscription_status }]
    })
  },
})

export type UserRepository = ReturnType<typeof userRepository>
