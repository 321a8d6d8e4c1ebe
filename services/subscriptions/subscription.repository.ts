import type { EmailContent } from '#shared/contract/email.ts'
import type { Entitlement } from '#shared/rules/entitlement.ts'
import { findAccount, type Account, requireAddress } from '#platform/account/account.ts'
import { emailWrite, transactWithEmail } from '#platform/email/outbox.ts'
import { emailQueue, isEmailQueued } from '#platform/email/queue-email.ts'
import { keys } from '#platform/table/keys.ts'
import type { SubscriberRecord, SubscriptionRecord } from '#platform/account/records.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update, type Write } from '#platform/table/write.ts'
import { type Cause, eventWrite } from '#services/payments/stripe-event.repository.ts'
import type { AccessChangeRecord } from './access-change.ts'

export interface Projection {
  readonly account: Account
  readonly customerId: string
  readonly entitlement: Entitlement
  readonly cause: Cause | undefined
  /** The email to the account about this transition. */
  readonly email: EmailContent | undefined
  readonly now: Date
}

const recordsOf = ({ account, customerId, entitlement, email }: Projection) => {
  const userId = account.profile.user_id
  const subscriber: SubscriberRecord = {
    entity: 'subscriber',
    user_id: userId,
    email: account.profile.email,
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
    version: (account.subscription?.version ?? 0) + 1,
    checks: 0,
    welcomed:
      email?.template === 'welcome' ? entitlement.subscriptionId : (account.subscription?.welcomed ?? null),
    disputed: entitlement.reversal?.reason === 'disputed' || entitlement.isPaused === true,
    balance_due_minor: entitlement.balanceMinor ?? null,
    start_request_wording: entitlement.startRequest?.wording ?? null,
    start_requested_at: entitlement.startRequest?.at ?? null,
    late_invoice_id: entitlement.lateAccess?.invoiceId ?? account.subscription?.late_invoice_id ?? null,
  }
  return { subscriber, subscription }
}

const isSame = (before: object | undefined, after: object) =>
  before !== undefined &&
  Object.entries(after).every(
    ([field, value]) => field === 'version' || field === 'checks' || Reflect.get(before, field) === value,
  )

/** Condition: no other run has written or confirmed the record since this version of it was read. */
const untouchedCondition = ({ version, checks }: SubscriptionRecord) => ({
  onlyIf: `version = :version AND ${checks === undefined ? 'attribute_not_exists(checks)' : 'checks = :checks'}`,
  values: { ':version': version, ...(checks === undefined ? {} : { ':checks': checks }) },
})

/**
 * Returns the write that counts a run that found nothing to write. Slower runs that read Stripe earlier then fail to
 * write. Concurrent runs that all find nothing to write do not conflict with each other.
 */
const confirmationWrite = ({ user_id: userId, version }: SubscriptionRecord): Write<'stale'> =>
  update(keys.subscription(userId), 'ADD checks :one', {
    onlyIf: 'version = :version',
    values: { ':version': version, ':one': 1 },
    otherwise: 'stale',
  })

/** Writes the records if they are unchanged since they were read, and adds an entry to the change log. */
const recordWrites = (
  { account, cause, now }: Projection,
  { subscriber, subscription }: ReturnType<typeof recordsOf>,
): Write<'stale'>[] => {
  const { user_id: userId } = account.profile
  const before = account.subscription
  const condition = before === undefined ? { onlyIf: 'attribute_not_exists(pk)' } : untouchedCondition(before)
  return [
    requireAddress(userId, account.profile.email, 'stale'),
    put(keys.subscription(userId), subscription, { ...condition, otherwise: 'stale' }),
    put(keys.subscriber(userId), subscriber),
    put(keys.accessChange(userId, subscription.version), {
      entity: 'access_change',
      cause: cause?.eventId ?? 'request',
      from: before?.status ?? null,
      to: subscription.status,
      subscribed: subscriber.subscribed,
      at: now.toISOString(),
    } satisfies AccessChangeRecord),
  ]
}

/** Sends one welcome email per subscription, and any other email once per version of the record. */
const transitionEmailWrite = (
  { account, entitlement, now }: Projection,
  content: EmailContent,
  version: number,
): Write<'already_queued'> => {
  const subscription = String(entitlement.subscriptionId)
  const cause =
    content.template === 'welcome'
      ? `welcome:${subscription}`
      : `${content.template}:${subscription}:${version}`
  return emailWrite({ cause, to: account.profile.email, content, now })
}

/** Stores the projection of each account: its subscription, its access and the changes of both. */
export const subscriptionRepository = (table: Table) => ({
  find: (userId: string) => findAccount(table, userId),

  queueEmail: emailQueue(table),

  isEmailQueued: isEmailQueued(table),

  /**
   * Writes the entitlement, the event, the change log and the email in one transaction.
   *
   * @returns `stale` when the records changed since `account` was read, `seen` when the event was processed before
   */
  async project(projection: Projection): Promise<'written' | 'stale' | 'seen'> {
    const { cause, email, now, account } = projection
    const records = recordsOf(projection)
    // Accounts that never subscribed get no empty record when an unrelated event arrives.
    const isEmpty = account.subscription === undefined && projection.entitlement.subscriptionId === null
    const isUnchanged =
      isEmpty ||
      (isSame(account.subscriber, records.subscriber) && isSame(account.subscription, records.subscription))
    if (isEmpty && cause === undefined) return 'written'
    const recorded = account.subscription === undefined ? [] : [confirmationWrite(account.subscription)]
    const { failedCondition } = await transactWithEmail(
      table,
      [
        ...(isUnchanged ? recorded : recordWrites(projection, records)),
        ...(cause === undefined ? [] : [eventWrite(cause, now)]),
      ],
      email && transitionEmailWrite(projection, email, records.subscription.version),
    )
    if (failedCondition === undefined) return 'written'
    return failedCondition === 'event_seen' ? 'seen' : 'stale'
  },
})

export type SubscriptionRepository = ReturnType<typeof subscriptionRepository>
