import * as z from 'zod'
import type { Entitlement } from '../../shared/rules/entitlement.ts'
import type { MailContent } from '../../shared/contract/mail.ts'
import { mailWrite } from '../platform/mail/outbox.ts'
import { findMember, type Member, stillThere } from '../platform/member.ts'
import { keys } from '../platform/table/keys.ts'
import type { SubscriberRecord, SubscriptionRecord } from '../platform/table/records.ts'
import { put, putNew, type Table, update, type Write } from '../platform/table/table.ts'

/** How long a Stripe event is remembered, in days: Stripe retries for 3 and keeps events for 30. */
const eventDays = 35

/** The event that made us look at Stripe: recorded with its effect, so that a repeat has none. */
export interface Cause {
  readonly eventId: string
  readonly type: string
}

export interface Projection {
  readonly member: Member
  readonly customerId: string
  readonly entitlement: Entitlement
  readonly cause: Cause | undefined
  /** What the person is to be told about the step. */
  readonly mail: MailContent | undefined
  readonly now: Date
}

const eventWrite = (cause: Cause, now: Date): Write =>
  putNew(
    keys.event(cause.eventId),
    {
      entity: 'event',
      type: cause.type,
      handled_at: now.toISOString(),
      expiresAtEpochSeconds: Math.ceil(now.getTime() / 1000) + eventDays * 24 * 3600,
    },
    'event_seen',
  )

const recordsOf = ({ member, customerId, entitlement, mail }: Projection) => {
  const userId = member.profile.user_id
  const subscriber: SubscriberRecord = {
    entity: 'subscriber',
    user_id: userId,
    email: member.profile.email,
    subscribed: entitlement.subscribed,
    subscription_tier: entitlement.plan,
    subscription_end: entitlement.endsAt,
  }
  const subscription: SubscriptionRecord = {
    entity: 'subscription',
    user_id: userId,
    stripe_customer_id: customerId,
    stripe_subscription_id: entitlement.subscriptionId,
    status: entitlement.status,
    cancel_at_period_end: entitlement.cancelling,
    current_period_end: entitlement.endsAt,
    version: (member.subscription?.version ?? 0) + 1,
    welcomed:
      mail?.template === 'welcome' ? entitlement.subscriptionId : (member.subscription?.welcomed ?? null),
  }
  return { subscriber, subscription }
}

const isSame = (before: object | undefined, after: object) =>
  before !== undefined &&
  Object.entries(after).every(([field, value]) => field === 'version' || Reflect.get(before, field) === value)

/** The records under the condition that nobody wrote in between, and the line in the log of changes. */
const recordWrites = (
  { member, cause, now }: Projection,
  { subscriber, subscription }: ReturnType<typeof recordsOf>,
): Write[] => {
  const { user_id: userId } = member.profile
  const before = member.subscription
  const condition =
    before === undefined
      ? { onlyIf: 'attribute_not_exists(pk)' }
      : { onlyIf: 'version = :version', values: { ':version': before.version } }
  return [
    stillThere(userId, 'stale'),
    put(keys.subscription(userId), subscription, { ...condition, otherwise: 'stale' }),
    put(keys.subscriber(userId), subscriber),
    put(keys.accessChange(userId, subscription.version), {
      entity: 'access-change',
      cause: cause?.eventId ?? 'asked',
      from: before?.status ?? null,
      to: subscription.status,
      subscribed: subscriber.subscribed,
      at: now.toISOString(),
    }),
  ]
}

/** One welcome for each subscription; any other mail is about one step of the record, which has its version. */
const letterWrite = (
  { member, entitlement, now }: Projection,
  content: MailContent,
  version: number,
): Write => {
  const subscription = String(entitlement.subscriptionId)
  const cause =
    content.template === 'welcome'
      ? `welcome:${subscription}`
      : `${content.template}:${subscription}:${version}`
  return mailWrite({ cause, to: member.profile.email, content, now })
}

export const billingRepository = (table: Table) => ({
  find: (userId: string) => findMember(table, userId),

  /** Whose customer this is; `undefined` for one that is not ours. */
  async ownerOf(customerId: string): Promise<string | undefined> {
    const owner = await table.find(keys.customer(customerId), z.object({ user_id: z.string() }))
    return owner?.user_id
  },

  /** Notes which Stripe customer the person is, before any payment page is opened; `false` when they are gone. */
  async linkCustomer(userId: string, customerId: string): Promise<boolean> {
    const { lost } = await table.transact(
      update(keys.profile(userId), 'SET stripe_customer_id = :customer', {
        onlyIf: 'attribute_exists(pk) AND attribute_not_exists(deleted_at)',
        values: { ':customer': customerId },
      }),
      put(keys.customer(customerId), { entity: 'customer', user_id: userId }),
    )
    return lost === undefined
  },

  /** Forgets a customer that was deleted at Stripe, so that the person can buy again as a new one. */
  async unlinkCustomer(userId: string, customerId: string): Promise<void> {
    await table.transact(
      update(keys.profile(userId), 'REMOVE stripe_customer_id SET former_stripe_customer_id = :customer', {
        onlyIf: 'stripe_customer_id = :customer',
        values: { ':customer': customerId },
      }),
    )
  },

  /** Sends a mail for a cause of its own; one that was mailed before is not mailed again. */
  async mail(cause: string, to: string, content: MailContent, now: Date): Promise<void> {
    await table.transact(mailWrite({ cause, to, content, now }))
  },

  async hasSeen(eventId: string): Promise<boolean> {
    return (await table.find(keys.event(eventId), z.object({}))) !== undefined
  },

  /** Remembers an event that has no effect here. */
  async remember(cause: Cause, now: Date): Promise<void> {
    await table.transact(eventWrite(cause, now))
  },

  /**
   * Writes what Stripe said, unless somebody wrote since `member` was read: then the answer is `stale`, and
   * the caller asks Stripe again. The event, the change log and the mail stand in the same transaction.
   */
  async project(projection: Projection): Promise<'written' | 'stale' | 'seen'> {
    const { cause, mail, now, member } = projection
    const records = recordsOf(projection)
    // Whoever never subscribed has no record: an event about something else does not make an empty one.
    const isNothing = member.subscription === undefined && projection.entitlement.subscriptionId === null
    const unchanged =
      isNothing ||
      (isSame(member.subscriber, records.subscriber) && isSame(member.subscription, records.subscription))
    if (unchanged && cause === undefined) return 'written'
    const { lost } = await table.transact(
      ...(unchanged ? [] : recordWrites(projection, records)),
      ...(cause === undefined ? [] : [eventWrite(cause, now)]),
      ...(mail === undefined ? [] : [letterWrite(projection, mail, records.subscription.version)]),
    )
    if (lost === undefined) return 'written'
    return lost === 'event_seen' ? 'seen' : 'stale'
  },
})

export type BillingRepository = ReturnType<typeof billingRepository>
