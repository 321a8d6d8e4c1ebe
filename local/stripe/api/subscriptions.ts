import * as z from 'zod'
import { type Account } from '../account/account.ts'
import {
  itemOf,
  cancellationDetailsOf,
  endSubscription,
  isLive,
  updateSubscription,
} from '../billing/subscription.ts'
import { endpoint } from './endpoint.ts'
import { invalid, noSuch, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import {
  clearable,
  clearableList,
  expandOnly,
  flag,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  text,
} from '../account/params.ts'
import type { Subscription } from '../account/objects.ts'
import { applyPriceChange, paymentBehaviour, priceChangeParams } from './price-change.ts'
import { createSubscription, createSubscriptionParams } from './new-subscription.ts'
import { taxRatesParam } from '../account/tax-rates.ts'

const statuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const cancellationDetails = z.strictObject({
  comment: clearable.optional(),
  feedback: oneOf(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ).optional(),
})

const updateParams = z.strictObject({
  ...expandOnly,
  ...priceChangeParams,
  cancel_at: z.union([z.literal('').transform(() => null), integer]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails.optional(),
  default_payment_method: text.optional(),
  default_tax_rates: clearableList(text).optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  payment_behavior: paymentBehaviour.optional(),
  pause_collection: z
    .union([
      z.literal('').transform(() => null),
      z.strictObject({
        behavior: oneOf('keep_as_draft', 'mark_uncollectible', 'void'),
        resumes_at: integer.optional(),
      }),
    ])
    .optional(),
})
type UpdateParams = z.infer<typeof updateParams>

const pendingUpdateParams = ['expand', 'payment_behavior', ...Object.keys(priceChangeParams)]

/**
 * Rejects parameters that a pending update cannot have. Stripe accepts metadata there since 27 May 2026; this emulator
 * does not.
 *
 * @see https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 */
const checkPendingUpdate = (params: UpdateParams): void => {
  if (params.payment_behavior !== 'pending_if_incomplete') return
  const other = Object.keys(params).find((name) => !pendingUpdateParams.includes(name))
  if (other !== undefined)
    throw invalid(`payment_behavior=pending_if_incomplete cannot be used together with ${other}.`, other)
}

/** Returns the changes that schedule or cancel an end. Both kinds of scheduled end set `cancel_at`. */
const scheduledEndPatch = (
  account: Account,
  before: Subscription,
  params: UpdateParams,
): Partial<Subscription> => {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = params
  if (at && atPeriodEnd)
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    )
  if (at && at <= account.now()) throw invalid('cancel_at must be in the future.', 'cancel_at')
  if (at === undefined && atPeriodEnd === undefined) return {}
  if (before.schedule !== null)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  const end = at ?? (atPeriodEnd ? itemOf(before).current_period_end : null)
  return {
    cancel_at: end,
    cancel_at_period_end: atPeriodEnd ?? false,
    canceled_at: end === null ? null : (before.canceled_at ?? account.now()),
  }
}

const patchOf = (account: Account, before: Subscription, params: UpdateParams): Partial<Subscription> => {
  const { cancellation_details: details, default_payment_method: method, description } = params
  const { pause_collection: pause } = params
  if (method !== undefined && account.paymentMethods.get(method)?.customer !== before.customer)
    throw noSuch('PaymentMethod', method, 'default_payment_method')
  const end = scheduledEndPatch(account, before, params)
  const { default_tax_rates: rates } = params
  const previousReason = before.cancellation_details?.reason ?? null
  const reason =
    end.cancel_at === undefined ? previousReason : end.cancel_at ? 'cancellation_requested' : null
  return {
    ...end,
    ...(method !== undefined && { default_payment_method: method }),
    ...(description !== undefined && { description }),
    ...(rates !== undefined && { default_tax_rates: taxRatesParam(account, rates, 'default_tax_rates') }),
    ...(pause !== undefined && { pause_collection: pause && { resumes_at: null, ...pause } }),
    metadata: mergeMetadata(before.metadata, params.metadata),
    cancellation_details: { ...cancellationDetailsOf(before, reason), ...details },
  }
}

const update = (account: Account, subscription: Subscription, params: UpdateParams): Subscription => {
  const { cancellation_details: _details, metadata: _metadata, expand: _expand, ...rest } = params
  if (!isLive(subscription) && Object.keys(rest).length > 0)
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  checkPendingUpdate(params)
  applyPriceChange(account, subscription, params)
  updateSubscription(account, subscription, patchOf(account, subscription, params))
  return subscription
}

const find = (account: Account, id: string) => account.subscriptions.get(id)

export const subscriptionEndpoints = [
  endpoint({
    action: 'subscriptions.create',
    method: 'POST',
    path: '/v1/subscriptions',
    params: createSubscriptionParams,
    handle: ({ account, params }) => createSubscription(account, params),
  }),
  endpoint({
    action: 'subscriptions.list',
    method: 'GET',
    path: '/v1/subscriptions',
    params: z.strictObject({
      ...paging,
      customer: text.optional(),
      price: text.optional(),
      status: oneOf(...statuses, 'all', 'ended').optional(),
    }),
    handle: ({ account, params }) => {
      const { customer, price, status } = params
      const inStatus = (one: Subscription) => {
        if (status === 'all') return true
        if (status === undefined) return one.status !== 'canceled'
        return status === 'ended' ? !isLive(one) : one.status === status
      }
      const matches = (one: Subscription) =>
        inStatus(one) &&
        (!customer || one.customer === customer) &&
        (!price || itemOf(one).price.id === price)
      return page([...account.subscriptions.values()].filter(matches), params, '/v1/subscriptions')
    },
  }),
  endpoint({
    action: 'subscriptions.retrieve',
    method: 'GET',
    path: '/v1/subscriptions/:subscription',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => find(account, id) ?? notFound('subscription', id),
  }),
  endpoint({
    action: 'subscriptions.update',
    method: 'POST',
    path: '/v1/subscriptions/:subscription',
    params: updateParams,
    handle: ({ account, params, id }) => {
      const subscription = find(account, id)
      return subscription ? update(account, subscription, params) : notFound('subscription', id)
    },
  }),
  endpoint({
    action: 'subscriptions.cancel',
    method: 'DELETE',
    path: '/v1/subscriptions/:subscription',
    params: z.strictObject({
      ...expandOnly,
      cancellation_details: cancellationDetails.optional(),
      // Proration and a final invoice would need credit notes, so only `false` is supported.
      invoice_now: oneOf('false').optional(),
      prorate: oneOf('false').optional(),
    }),
    handle: ({ account, params, id }) => {
      const subscription = find(account, id)
      if (!subscription || !isLive(subscription)) return notFound('subscription', id)
      endSubscription(account, subscription, params.cancellation_details)
      return subscription
    },
  }),
]
