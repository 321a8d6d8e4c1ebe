import { isCancelling } from '#shared/rules/entitlement.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { type Stripe, withStripe } from '#platform/stripe.ts'
import { idOf } from './session.ts'
import { findSchedule, type ScheduledChange, scheduledChangeOf } from './schedules.ts'
import { planOfItem, toSubscription } from './subscriptions.ts'

const intervals = ['month', 'year'] as const

/** A subscription that Stripe will renew and charge. Times are epoch seconds. */
export interface RenewingSubscription {
  readonly id: string
  readonly customerId: string
  /** The current interval. */
  readonly interval: 'month' | 'year'
  /** The plan that is charged next: the new one if a change of plan is scheduled. */
  readonly next: {
    readonly plan: SubscriptionPlan | null
    readonly interval: 'month' | 'year'
  }
  /** The schedule that changes the plan at the renewal. */
  readonly scheduleId: string | null
  readonly startedEpochSeconds: number
  readonly renewsEpochSeconds: number
}

/**
 * Returns `undefined` for a subscription that will not be charged: it is cancelling, paused, reversed or a duplicate.
 */
const toRenewing = (
  subscription: Stripe.Subscription,
  change: ScheduledChange,
): RenewingSubscription | undefined => {
  const [item] = subscription.items.data
  const customerId = idOf(subscription.customer)
  const interval = intervals.find((one) => one === item?.price.recurring?.interval)
  if (item === undefined || customerId === null || interval === undefined) return undefined
  const facts = toSubscription(subscription)
  if (isCancelling(facts) || facts.isPaused || facts.reversal || facts.duplicate) return undefined
  return {
    id: subscription.id,
    customerId,
    interval,
    next: {
      plan: change ? change.plan : planOfItem(item),
      interval: intervals.find((one) => one === change?.interval) ?? interval,
    },
    scheduleId: change === null ? null : idOf(subscription.schedule),
    startedEpochSeconds: subscription.start_date,
    renewsEpochSeconds: item.current_period_end,
  }
}

export const renewalRequests = {
  /** Lists every active subscription that Stripe will renew. Past-due ones are not active. */
  listRenewingSubscriptions: (): Promise<RenewingSubscription[]> =>
    withStripe(async (stripe) => {
      const found: RenewingSubscription[] = []
      for await (const subscription of stripe.subscriptions.list({ status: 'active', limit: 100 })) {
        const change = scheduledChangeOf(await findSchedule(stripe, subscription))
        const renewing = toRenewing(subscription, change)
        if (renewing !== undefined) found.push(renewing)
      }
      return found
    }),

  /** Returns the charge for a renewal: its coupons and the customer's credit are deducted. */
  priceRenewal: ({
    id,
    scheduleId,
  }: RenewingSubscription): Promise<{ readonly amountMinor: number; readonly currency: string }> =>
    withStripe(async (stripe) => {
      const { amount_due: amountMinor, currency } = await stripe.invoices.createPreview(
        scheduleId === null ? { subscription: id } : { schedule: scheduleId },
      )
      return { amountMinor, currency }
    }),
} as const
