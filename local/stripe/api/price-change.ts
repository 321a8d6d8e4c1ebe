import * as z from 'zod'
import type { Account } from '../account/account.ts'
import {
  changePriceNow,
  type PriceChange,
  previewPriceChange,
  previewRenewal,
} from '../billing/price-change.ts'
import { nextPriceOf } from '../billing/schedule.ts'
import { isLive, itemOf } from '../billing/subscription.ts'
import { invalid, noSuch, StripeError } from '../account/errors.ts'
import type { Subscription } from '../account/objects.ts'
import { endpoint } from './endpoint.ts'
import { expandOnly, integer, listOf, oneOf, text } from '../account/params.ts'

/** The parameters that change the price of a subscription and move its billing date to now. */
export const priceChangeParams = {
  billing_cycle_anchor: z.strictObject({ type: oneOf('now') }).optional(),
  items: listOf(z.strictObject({ id: text, price: text })).optional(),
  proration_behavior: oneOf('always_invoice', 'none').optional(),
  proration_date: integer.optional(),
}
type Params = z.infer<z.ZodObject<typeof priceChangeParams>>

export const paymentBehaviour = oneOf('error_if_incomplete', 'pending_if_incomplete')
type UpdateParams = Params & { readonly payment_behavior?: z.infer<typeof paymentBehaviour> | undefined }

/** Returns the requested change, or undefined without items. With its current price, only the billing date moves. */
const changeOf = (account: Account, subscription: Subscription, params: Params): PriceChange | undefined => {
  const [sent] = params.items ?? []
  const { id, current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (!sent) return undefined
  if (sent.id !== id) throw noSuch('subscription item', sent.id, 'items[0][id]')
  const price = account.prices.get(sent.price)
  if (!price?.recurring) throw noSuch('price', sent.price, 'items[0][price]')
  if (params.billing_cycle_anchor?.type !== 'now')
    throw invalid(
      'The local Stripe emulator changes prices only with billing_cycle_anchor[type]=now.',
      'billing_cycle_anchor',
    )
  const creditFrom = params.proration_date ?? account.now()
  if (creditFrom < start || creditFrom > end)
    throw invalid(
      'The proration date must be in the current billing period of the subscription.',
      'proration_date',
    )
  return { price, creditFrom: params.proration_behavior === 'none' ? undefined : creditFrom }
}

/**
 * Makes the price change of an update. With `error_if_incomplete`, throws Stripe's card error if the card is declined.
 */
export const applyPriceChange = (
  account: Account,
  subscription: Subscription,
  params: UpdateParams,
): void => {
  const change = changeOf(account, subscription, params)
  if (!change) return
  const { payment_behavior: behaviour } = params
  if (behaviour === undefined)
    throw invalid(
      'The local Stripe emulator changes prices only with payment_behavior=error_if_incomplete or pending_if_incomplete.',
      'payment_behavior',
    )
  const decline = changePriceNow(account, subscription, change, behaviour)
  if (!decline) return
  const { code, declineCode, message } = decline
  throw new StripeError(402, message, { type: 'card_error', code, declineCode })
}

export const previewEndpoints = [
  endpoint({
    action: 'invoices.createPreview',
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: z.strictObject({
      ...expandOnly,
      schedule: text.optional(),
      subscription: text.optional(),
      subscription_details: z.strictObject(priceChangeParams).optional(),
    }),
    handle: ({ account, params: { schedule, subscription: id = '', subscription_details: details } }) => {
      const previewed = schedule === undefined ? id : account.schedules.get(schedule)?.subscription
      const subscription = account.subscriptions.get(previewed ?? '')
      if (!subscription || !isLive(subscription)) return noSuch('subscription', id, 'subscription')
      const change = details && changeOf(account, subscription, details)
      return change
        ? previewPriceChange(account, subscription, change)
        : previewRenewal(account, subscription, nextPriceOf(account, subscription))
    },
  }),
]
