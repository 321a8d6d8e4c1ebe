import type { Account } from '../account/account.ts'
import { productNameOf } from '../account/product-name.ts'
import { newId } from '../account/ids.ts'
import type { InvoiceLine, Price, Subscription } from '../account/objects.ts'
import { itemOf } from './subscription.ts'

interface LineFacts {
  readonly price: Price
  readonly amount: number
  readonly description: string
  /** Epoch seconds. */
  readonly period: { readonly start: number; readonly end: number }
  readonly proration: boolean
}

const lineOf = (invoice: string, subscription: Subscription, facts: LineFacts): InvoiceLine => {
  const item = itemOf(subscription)
  const quantity = item.quantity ?? 1
  const { price, amount, proration } = facts
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: facts.description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

const amountOf = (subscription: Subscription, price: Price): number =>
  (price.unit_amount ?? 0) * (itemOf(subscription).quantity ?? 1)

/** Returns the line for a period. Default: the current price and period of the subscription. */
export const periodLine = (
  account: Account,
  invoice: string,
  subscription: Subscription,
  { price, period }: Partial<Pick<LineFacts, 'price' | 'period'>> = {},
): InvoiceLine => {
  const item = itemOf(subscription)
  const charged = price ?? item.price
  return lineOf(invoice, subscription, {
    price: charged,
    amount: amountOf(subscription, charged),
    description: `${item.quantity ?? 1} × ${productNameOf(account, charged)}`,
    period: period ?? { start: item.current_period_start, end: item.current_period_end },
    proration: false,
  })
}

/** Returns the credit for the rest of the current period, counted in seconds from `prorationDate`. */
export const unusedTimeLine = (
  account: Account,
  invoice: string,
  subscription: Subscription,
  prorationDate: number,
): InvoiceLine => {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const unused = (end - prorationDate) / (end - start)
  return lineOf(invoice, subscription, {
    price,
    amount: -Math.round(amountOf(subscription, price) * unused),
    description: `Unused time on ${productNameOf(account, price)}`,
    period: { start: prorationDate, end },
    proration: true,
  })
}
