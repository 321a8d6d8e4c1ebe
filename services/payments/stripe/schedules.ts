import type { Billing } from '#shared/contract/payments.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import type { Stripe, StripeClient } from '#platform/stripe.ts'
import { idOf } from './session.ts'
import { planOfItem } from './subscriptions.ts'

export type ScheduledChange = NonNullable<Billing['subscription']>['scheduledChange']

/** Returns the next phase of a schedule. Prices must be expanded. */
export const scheduledChangeOf = (schedule: Stripe.SubscriptionSchedule | undefined): ScheduledChange => {
  const change = schedule?.phases.find(({ start_date: start }) => start === schedule.current_phase?.end_date)
  const item = change?.items[0]
  if (change === undefined || typeof item?.price !== 'object' || item.price.deleted) return null
  const { price, quantity } = item
  return {
    plan: planOfItem({ price }),
    amountMinor: (price.unit_amount ?? 0) * (quantity ?? 1),
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    startsAt: isoTimeOf(change.start_date),
  }
}

/** Reads the schedule of a subscription, with its prices. */
export const findSchedule = async (
  stripe: StripeClient,
  subscription: Stripe.Subscription | undefined,
): Promise<Stripe.SubscriptionSchedule | undefined> => {
  const id = idOf(subscription?.schedule)
  return id === null
    ? undefined
    : stripe.subscriptionSchedules.retrieve(id, { expand: ['phases.items.price'] })
}
