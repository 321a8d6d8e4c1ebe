import { DateTime } from 'luxon'
import { applyPatch, type Account } from '../account/account.ts'
import { newId } from '../account/ids.ts'
import { listOfAll } from '../account/list.ts'
import type { Metadata, Price, Subscription, SubscriptionItem, TaxRate } from '../account/objects.ts'
import { stopCollecting } from './invoice.ts'

/** Returns the end of the billing period that contains `moment`, counted from the anchor. All in epoch seconds. */
export const periodEndAfter = (anchor: number, interval: 'month' | 'year', moment: number): number => {
  const start = DateTime.fromSeconds(anchor, { zone: 'utc' })
  const passed = DateTime.fromSeconds(moment, { zone: 'utc' }).diff(start, 'months').months
  const step = interval === 'year' ? 12 : 1
  let periods = Math.max(0, Math.floor(passed / step) - 1)
  // Counted from the anchor each time, so that the 31st is used again after a short month.
  const endOf = (count: number) => start.plus({ months: count * step }).toUnixInteger()
  while (endOf(periods) <= moment) periods += 1
  return endOf(periods)
}

/** Returns the interval of a recurring price: month or year. */
export const intervalOf = (price: Price): 'month' | 'year' => {
  const interval: string | undefined = price.recurring?.interval
  if (interval === 'month' || interval === 'year') return interval
  throw new Error(`Price ${price.id} does not renew by month or year`)
}

const planOf = (price: Price): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: intervalOf(price),
  interval_count: 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

const newItem = (subscription: string, price: Price, quantity: number, now: number): SubscriptionItem => ({
  id: newId('si', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: now,
  current_period_end: periodEndAfter(now, intervalOf(price), now),
  current_period_start: now,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
})

/** Returns the item of a subscription. The emulator supports one item per subscription. */
export const itemOf = (subscription: Subscription): SubscriptionItem => {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`)
  return item
}

/** Changes the price and the period of a subscription's item. The caller emits the event. */
export const setItemPrice = (
  subscription: Subscription,
  price: Price,
  { start, end }: { readonly start: number; readonly end: number },
): void =>
  void applyPatch(itemOf(subscription), {
    current_period_start: start,
    current_period_end: end,
    plan: planOf(price),
    price,
  })

export interface NewSubscription {
  readonly customer: string
  readonly price: Price
  readonly quantity: number
  readonly paymentMethod: string | null
  readonly metadata: Metadata
  readonly description: string | null
  readonly taxRates: readonly TaxRate[]
}

/** Fields that the emulator never fills. */
const unused = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  discounts: [],
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
  trial_end: null,
  trial_start: null,
}

/** Creates a subscription that awaits its first payment (`incomplete`). */
export const addSubscription = (account: Account, options: NewSubscription): Subscription => {
  const id = newId('sub')
  const now = account.now()
  const subscription: Subscription = {
    ...unused,
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: noDetails,
    collection_method: 'charge_automatically',
    created: now,
    currency: options.price.currency,
    customer: options.customer,
    default_payment_method: options.paymentMethod,
    default_tax_rates: options.taxRates.slice(),
    description: options.description,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOfAll(
      [newItem(id, options.price, options.quantity, now)],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    livemode: false,
    metadata: options.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: 'incomplete',
    test_clock: account.customers.get(options.customer)?.test_clock ?? null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
  }
  account.subscriptions.set(id, subscription)
  account.emit('customer.subscription.created', subscription)
  return subscription
}

/** Reports whether a subscription has not ended or expired. */
export const isLive = (subscription: Subscription): boolean =>
  subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired'

/** Updates a subscription. Emits an event if anything changed. */
export const updateSubscription = (
  account: Account,
  subscription: Subscription,
  patch: Partial<Subscription>,
): void => {
  const previous = applyPatch(subscription, patch)
  if (Object.keys(previous).length > 0) account.emit('customer.subscription.updated', subscription, previous)
}

type CancellationDetails = NonNullable<Subscription['cancellation_details']>
const noDetails: CancellationDetails = { comment: null, feedback: null, feedback_option: null, reason: null }

/** Returns a subscription's cancellation details with a new reason. */
export const cancellationDetailsOf = (
  subscription: Subscription,
  reason: CancellationDetails['reason'],
): CancellationDetails => ({ ...noDetails, ...subscription.cancellation_details, reason })

/** Ends a subscription now, without a refund. Default reason: `cancellation_requested`. */
export const endSubscription = (
  account: Account,
  subscription: Subscription,
  details: Partial<CancellationDetails> = {},
): void => {
  const now = account.now()
  applyPatch(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...cancellationDetailsOf(subscription, 'cancellation_requested'), ...details },
    ended_at: now,
    pending_update: null,
    status: 'canceled',
  })
  const schedule = account.schedules.get(subscription.schedule ?? '')
  if (schedule) {
    applyPatch(schedule, { canceled_at: now, current_phase: null, status: 'canceled' })
    account.emit('subscription_schedule.canceled', schedule)
  }
  for (const invoice of account.invoices.values())
    if (invoice.parent?.subscription_details?.subscription === subscription.id) stopCollecting(invoice)
  account.emit('customer.subscription.deleted', subscription)
}

/** Returns when a subscription next renews or ends, in epoch seconds. */
export const nextBillingTime = (subscription: Subscription): number => {
  const { current_period_end: periodEnd } = itemOf(subscription)
  return Math.min(periodEnd, subscription.cancel_at ?? periodEnd)
}
