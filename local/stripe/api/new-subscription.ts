import * as z from 'zod'
import type { Account } from '../account/account.ts'
import { collect, issueFirstInvoice } from '../billing/collect.ts'
import { hasPendingDebit } from '../billing/debit.ts'
import { addSubscription, updateSubscription } from '../billing/subscription.ts'
import { invalid, missing, noSuch } from '../account/errors.ts'
import {
  clearableList,
  expandOnly,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '../account/params.ts'
import type { Subscription } from '../account/objects.ts'
import { customerParam } from '../account/customers.ts'
import { taxRatesParam } from '../account/tax-rates.ts'

export const createSubscriptionParams = z.strictObject({
  ...expandOnly,
  customer: text.optional(),
  default_payment_method: text.optional(),
  default_tax_rates: clearableList(text).optional(),
  description: text.optional(),
  items: listOf(z.strictObject({ price: text, quantity: integer.optional() })).optional(),
  metadata: metadata.optional(),
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete').optional(),
})
type Params = z.infer<typeof createSubscriptionParams>

const priceOf = (account: Account, items: Params['items']) => {
  const [item, ...more] = items ?? []
  if (!item) throw missing('items')
  if (more.length > 0)
    throw invalid('The local Stripe emulator supports one price per subscription.', 'items')
  const price = account.prices.get(item.price)
  if (!price) throw noSuch('price', item.price, 'items[0][price]')
  if (!price.recurring) throw invalid('The price specified is not recurring.', 'items[0][price]')
  return { price, quantity: item.quantity ?? 1 }
}

/**
 * Creates a subscription without Checkout. It is `incomplete` until its first invoice is paid or a direct debit for
 * that invoice has started. The customer's card is charged immediately unless `payment_behavior` is
 * `default_incomplete`.
 */
export const createSubscription = (account: Account, params: Params): Subscription => {
  if (params.customer === undefined) throw missing('customer')
  const customer = customerParam(account, params.customer)
  const method = params.default_payment_method ?? null
  if (method !== null && account.paymentMethods.get(method)?.customer !== customer.id)
    throw noSuch('PaymentMethod', method, 'default_payment_method')
  const isCharged = params.payment_behavior !== 'default_incomplete'
  if (isCharged && (method ?? customer.invoice_settings.default_payment_method) === null)
    throw invalid('This customer has no attached payment source or default payment method.')
  const subscription = addSubscription(account, {
    ...priceOf(account, params.items),
    customer: customer.id,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    paymentMethod: method,
    taxRates: taxRatesParam(account, params.default_tax_rates, 'default_tax_rates'),
  })
  const invoice = issueFirstInvoice(account, subscription)
  if (isCharged) collect(account, invoice, false)
  if (hasPendingDebit(account, invoice)) updateSubscription(account, subscription, { status: 'active' })
  return subscription
}
