import {
  type DuplicateState,
  isCancelling,
  type ProviderSubscription,
  type RecordedWithdrawal,
} from '#shared/rules/entitlement.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { planFacts, type SubscriptionPlan, subscriptionPlans } from '#shared/values/plans.ts'
import type { StartRequest } from '#shared/values/start-request.ts'
import {
  isMissing,
  type Stripe,
  type StripeClient,
  undefinedIfMissing,
  withStripe,
} from '#platform/stripe.ts'
import { discardPendingUpdate } from './pending-changes.ts'
import { isUnpaidChange } from './unpaid-change.ts'
import { releaseSchedule } from './release-schedule.ts'
import { idOf } from './session.ts'
import { type InvoiceReversal, parseReversal, reversedInvoiceOf, toReversalMetadata } from './reversal.ts'
import { isSettledByStaff, parseWithdrawal, toWithdrawalMetadata } from './withdrawn.ts'

/** Finds our plan by the lookup key of the price, else by its interval. */
export const planOfItem = (item: { readonly price: Stripe.Price } | undefined): SubscriptionPlan | null =>
  subscriptionPlans.find((plan) => planFacts[plan].lookupKey === item?.price.lookup_key) ??
  subscriptionPlans.find((plan) => planFacts[plan].per === item?.price.recurring?.interval) ??
  null

const duplicateStates: readonly DuplicateState[] = ['refund_due', 'settled']

/**
 * Returns the status of the latest invoice. The unpaid invoice of a change of plan does not count: the period before it
 * is paid and continues.
 */
const paymentStatusOf = ({ latest_invoice: latest }: Stripe.Subscription) => {
  if (typeof latest !== 'object' || latest === null) return undefined
  return isUnpaidChange(latest) ? 'paid' : latest.status
}

/** The payment page on which the subscription was bought recorded the request in its metadata. */
const startRequestIn = ({ metadata, created }: Stripe.Subscription): StartRequest | undefined => {
  const { wording } = metadata
  return wording === undefined ? undefined : { wording, at: isoTimeOf(created) }
}

/**
 * Returns whether the customer cancelled in the portal while an upgrade was pending, and then paid it. The date of the
 * cancellation is then the end of the earlier period.
 */
const endsBeforePaidChange = ({
  cancel_at: cancelAt,
  canceled_at: canceledAt,
  items,
  latest_invoice: latest,
}: Stripe.Subscription): boolean => {
  if (cancelAt === null || canceledAt === null || typeof latest !== 'object' || latest === null) return false
  const { paid_at: paidAt } = latest.status_transitions
  const isPaidChange = latest.billing_reason === 'subscription_update' && latest.status === 'paid'
  return (
    isPaidChange && canceledAt <= (paidAt ?? 0) && cancelAt < (items.data[0]?.current_period_end ?? cancelAt)
  )
}

/** Returns whether a subscription ends with its current period because the dispute of an earlier payment was lost. */
export const endsByLostDispute = ({
  metadata,
  items,
}: Pick<Stripe.Subscription, 'metadata' | 'items'>): boolean =>
  metadata['lost_period_end'] === String(items.data[0]?.current_period_end)

/** Returns whether a renewal or a change of plan was invoiced. */
const hasLaterInvoice = ({ latest_invoice: latest }: Stripe.Subscription): boolean =>
  typeof latest === 'object' && latest !== null && latest.billing_reason !== 'subscription_create'

/** Returns the invoices that were unpaid when the subscription was ended for that reason: by us, or by Stripe. */
const unpaidInvoicesIn = ({
  metadata,
  cancellation_details: details,
  latest_invoice: latest,
}: Stripe.Subscription): string[] => {
  const id = idOf(latest)
  const recorded = metadata['unpaid_invoices']?.split(',') ?? []
  return details?.reason === 'payment_failed' && id !== null ? [...recorded, id] : recorded
}

/** Reasons for which a subscription ends. */
const endReasons: readonly (string | undefined)[] = ['refunded', 'dispute_lost']

/** Expansion that `toSubscription` needs to know the status of the latest invoice. */
export const subscriptionExpand = ['data.latest_invoice']

/**
 * Returns the change that ends a subscription with its current period. If a later end is scheduled, which is a date, moves
 * that date.
 */
const endWithPeriod = ({
  cancelAtEpochSeconds,
  periodEndEpochSeconds,
}: ProviderSubscription): Stripe.SubscriptionUpdateParams =>
  cancelAtEpochSeconds === null ? { cancel_at_period_end: true } : { cancel_at: periodEndEpochSeconds }

export const toSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
  const [item] = subscription.items.data
  return {
    id: subscription.id,
    status: subscription.status,
    plan: planOfItem(item),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAtEpochSeconds: subscription.cancel_at,
    // In this API version, the period is a field of the item and not of the subscription.
    periodEndEpochSeconds: item?.current_period_end ?? subscription.ended_at ?? subscription.created,
    createdEpochSeconds: subscription.created,
    reversal: parseReversal(subscription),
    endsForInvoiceId: endReasons.includes(subscription.metadata['reversal'])
      ? reversedInvoiceOf(subscription)
      : undefined,
    endedEpochSeconds: subscription.ended_at,
    unpaidInvoiceIds: unpaidInvoicesIn(subscription),
    duplicate: duplicateStates.find((state) => state === subscription.metadata['duplicate']),
    isPaused: subscription.pause_collection !== null,
    scheduleId: idOf(subscription.schedule),
    hasPendingChange: subscription.pending_update !== null,
    endsBeforePaidChange: endsBeforePaidChange(subscription),
    endsByLostDispute: endsByLostDispute(subscription),
    startRequest: startRequestIn(subscription),
    withdrawal: parseWithdrawal(subscription),
    isSettledByStaff: isSettledByStaff(subscription),
    latestInvoiceStatus: paymentStatusOf(subscription),
    latestInvoiceId: idOf(subscription.latest_invoice),
    hasLaterInvoice: hasLaterInvoice(subscription),
  }
}

/** Stripe accepts nothing but metadata for an ended subscription. */
const recordOnEnded = async (
  stripe: StripeClient,
  { id, metadata }: Stripe.Subscription,
  reversal: InvoiceReversal | undefined,
): Promise<void> => {
  if (!endReasons.includes(reversal?.reason) || endReasons.includes(metadata['reversal'])) return
  await stripe.subscriptions.update(id, { metadata: toReversalMetadata(reversal) })
}

export const subscriptionRequests = {
  /** Lists all subscriptions of a customer, ended ones included. Returns none for a deleted customer. */
  listSubscriptions: (customerId: string): Promise<ProviderSubscription[]> =>
    withStripe(async (stripe) => {
      const found: ProviderSubscription[] = []
      const query = { customer: customerId, status: 'all', limit: 100, expand: subscriptionExpand } as const
      try {
        for await (const subscription of stripe.subscriptions.list(query))
          found.push(toSubscription(subscription))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      return found
    }),

  /** Returns `undefined` for an unknown subscription. Finds one whose customer is deleted. */
  findSubscription: (id: string): Promise<ProviderSubscription | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) =>
        toSubscription(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })),
      ),
    ),

  /** Schedules the cancellation for the end of the current period, also in place of a later end. */
  scheduleCancellation: (subscription: ProviderSubscription): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(subscription.id, endWithPeriod(subscription))
    }),

  /** Moves a cancellation to this time. */
  moveCancellation: (subscriptionId: string, epochSeconds: number): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(subscriptionId, { cancel_at: epochSeconds })
    }),

  /** Drops a change of plan that waits for its payment. Does nothing without one. */
  dropPendingChange: (subscriptionId: string): Promise<void> =>
    withStripe(async (stripe) =>
      discardPendingUpdate(stripe, await stripe.subscriptions.retrieve(subscriptionId)),
    ),

  /** Removes a scheduled cancellation, in either of its two shapes. */
  removeScheduledCancellation: ({ id, cancelAtPeriodEnd }: ProviderSubscription): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(id, {
        ...(cancelAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' }),
        // If the subscription is cancelled again, a lost dispute is no longer the reason.
        metadata: { lost_period_end: '' },
      })
    }),

  /** Cancels a subscription immediately. Does nothing when it is already cancelled. */
  cancelNow: (subscriptionId: string): Promise<void> =>
    withStripe(async (stripe) => {
      try {
        await stripe.subscriptions.cancel(subscriptionId)
      } catch (error) {
        // If a cancelled subscription is cancelled again, Stripe reports it as missing.
        if (!isMissing(error)) throw error
      }
    }),

  /**
   * Records at Stripe which invoices of an unpaid subscription are unpaid, before it is cancelled: a payment that
   * arrives at the same time then still counts as late.
   *
   * @returns false if the subscription is no longer unpaid
   */
  markUnpaid: (subscriptionId: string): Promise<boolean> =>
    withStripe(async (stripe) => {
      // Read the invoices first: if one is paid before the next read, the subscription is active, or the payment is
      // late.
      const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 10 })
      if ((await stripe.subscriptions.retrieve(subscriptionId)).status !== 'unpaid') return false
      const unpaid = data.map(({ id }) => id).join(',')
      await stripe.subscriptions.update(subscriptionId, { metadata: { unpaid_invoices: unpaid } })
      return true
    }),

  /** Records at Stripe that a subscription is a duplicate, before it is cancelled, so that no refund is forgotten. */
  markDuplicate: (subscriptionId: string, state: DuplicateState): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(subscriptionId, { metadata: { duplicate: state } })
    }),

  /**
   * Records a withdrawal at Stripe, or removes the record. It is recorded before the refund, so that the plan can no
   * longer change, and every sync finishes what a request has left.
   */
  markWithdrawal: (subscriptionId: string, withdrawal: RecordedWithdrawal | undefined): Promise<void> =>
    withStripe(async (stripe) => {
      await stripe.subscriptions.update(subscriptionId, { metadata: toWithdrawalMetadata(withdrawal) })
    }),

  /**
   * Ends a subscription with its current period, because the bank took back the payment for an earlier one. A repeat
   * changes nothing: the customer may have resumed the subscription since.
   *
   * @returns false if the current period is not paid
   */
  endWithPaidPeriod: (subscriptionId: string, lostInvoiceId: string): Promise<boolean> =>
    withStripe(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] })
      const lost = subscription.metadata['lost_invoice']?.split(',') ?? []
      if (lost.includes(lostInvoiceId)) return true
      const lost_invoice = [...lost, lostInvoiceId].join(',')
      if (subscription.status !== 'active' || paymentStatusOf(subscription) !== 'paid') return false
      const current = toSubscription(subscription)
      if (isCancelling(current)) {
        await stripe.subscriptions.update(subscriptionId, { metadata: { lost_invoice } })
        return true
      }
      await releaseSchedule(stripe, subscriptionId)
      await stripe.subscriptions.update(subscriptionId, {
        ...endWithPeriod(current),
        metadata: {
          lost_invoice,
          lost_period_end: String(current.periodEndEpochSeconds),
        },
      })
      return true
    }),

  /**
   * Records a reversal in the metadata of its subscription, or removes it. While a dispute is open, renewals are not
   * charged: Stripe voids their invoices. Afterwards they are charged again. An ended subscription keeps the reason of its
   * end, which a concurrent run may have recorded.
   */
  recordReversal: (subscriptionId: string, reversal: InvoiceReversal | undefined): Promise<void> =>
    withStripe(async (stripe) => {
      const metadata = toReversalMetadata(reversal)
      const before = await stripe.subscriptions.retrieve(subscriptionId)
      if (before.status === 'canceled') return recordOnEnded(stripe, before, reversal)
      // A pause that staff have set stays.
      if (reversal === undefined && before.metadata['reversal'] === undefined) return
      try {
        await stripe.subscriptions.update(subscriptionId, {
          metadata,
          pause_collection: reversal?.reason === 'disputed' ? { behavior: 'void' } : '',
        })
      } catch (error) {
        const after = await stripe.subscriptions.retrieve(subscriptionId)
        if (after.status !== 'canceled') throw error
        await recordOnEnded(stripe, after, reversal)
      }
    }),
} as const
