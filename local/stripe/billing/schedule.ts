import { applyPatch, type Account } from '../account/account.ts'
import { newId } from '../account/ids.ts'
import type { Price, Subscription, SubscriptionSchedule, TaxRate } from '../account/objects.ts'
import { changePriceAtRenewal } from './price-change.ts'
import { itemOf, updateSubscription } from './subscription.ts'

type Phase = SubscriptionSchedule['phases'][number]

export interface NewPhase {
  readonly price: string
  readonly quantity: number
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  readonly taxRates: readonly TaxRate[]
}

/** Builds a phase of a schedule. */
export const phaseOf = (
  subscription: Subscription,
  { price, quantity, start, end, taxRates }: NewPhase,
): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: subscription.currency,
  default_payment_method: null,
  default_tax_rates: taxRates.slice(),
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: start,
  transfer_data: null,
  trial_end: null,
})

/** Creates the schedule of a subscription. It has one phase, the current period, after which it is released. */
export const addSchedule = (account: Account, subscription: Subscription): SubscriptionSchedule => {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const schedule: SubscriptionSchedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: account.now(),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      phaseOf(subscription, {
        price: price.id,
        quantity: quantity ?? 1,
        start,
        end,
        taxRates: subscription.default_tax_rates ?? [],
      }),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
  account.schedules.set(schedule.id, schedule)
  account.emit('subscription_schedule.created', schedule)
  updateSubscription(account, subscription, { schedule: schedule.id })
  return schedule
}

/** Detaches a schedule from its subscription, which continues at its current price. */
export const releaseSchedule = (account: Account, schedule: SubscriptionSchedule): void => {
  const subscription = account.subscriptions.get(schedule.subscription ?? '')
  applyPatch(schedule, {
    current_phase: null,
    released_at: account.now(),
    released_subscription: schedule.subscription,
    status: 'released',
    subscription: null,
  })
  account.emit('subscription_schedule.released', schedule)
  if (subscription) updateSubscription(account, subscription, { schedule: null })
}

const nextPhaseOf = (account: Account, subscription: Subscription): Phase | undefined => {
  const schedule = account.schedules.get(subscription.schedule ?? '')
  return schedule?.phases.find(({ start_date: start }) => start === schedule.current_phase?.end_date)
}

/** Returns the price that the next renewal is charged at. */
export const nextPriceOf = (account: Account, subscription: Subscription): Price =>
  account.prices.get(nextPhaseOf(account, subscription)?.items[0]?.price ?? '') ?? itemOf(subscription).price

/** At a renewal, starts the next phase of the subscription's schedule. Releases the schedule after the last phase. */
export const startNextPhase = (account: Account, subscription: Subscription): void => {
  const schedule = account.schedules.get(subscription.schedule ?? '')
  const { current_period_end: now } = itemOf(subscription)
  if (!schedule?.current_phase || schedule.current_phase.end_date > now) return
  const next = nextPhaseOf(account, subscription)
  const price = account.prices.get(next?.items[0]?.price ?? '')
  if (!next || !price) return releaseSchedule(account, schedule)
  const { start_date, end_date } = next
  applyPatch(schedule, { current_phase: { start_date, end_date } })
  account.emit('subscription_schedule.updated', schedule)
  // If the phase has no tax rates, the subscription's own rates are removed.
  applyPatch(subscription, { default_tax_rates: next.default_tax_rates ?? [] })
  changePriceAtRenewal(account, subscription, price)
}
