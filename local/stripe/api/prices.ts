import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { recurringOf } from '../account/catalogue.ts'
import { endpoint } from './endpoint.ts'
import { invalid, noSuch, notFound } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import { page } from '../account/list.ts'
import {
  expandOnly,
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
  text,
} from '../account/params.ts'
import type { Price } from '../account/objects.ts'

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified').optional()
const changeable = {
  ...expandOnly,
  active: flag.optional(),
  lookup_key: text.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag.optional(),
}
const createParams = z.strictObject({
  ...changeable,
  currency: text,
  product: text,
  recurring: z.strictObject({ interval: oneOf('month', 'year') }).optional(),
  unit_amount: integer,
})
const updateParams = z.strictObject(changeable)
type Changes = z.infer<typeof updateParams>

/** Frees a lookup key for a price. Throws if another active price has the key and it is not transferred. */
const claimLookupKey = (
  account: Account,
  { lookup_key: key, transfer_lookup_key: transfer }: Changes,
  to?: Price,
) => {
  for (const other of account.prices.values()) {
    if (key === undefined || other === to || other.lookup_key !== key) continue
    if (!transfer)
      throw invalid(
        `A price (\`${other.id}\`) already uses that lookup key: \`${key}\`. Use transfer_lookup_key=true to transfer it.`,
        'lookup_key',
      )
    account.emit('price.updated', other, applyPatch(other, { lookup_key: null }))
  }
}

const createPrice = (account: Account, params: z.infer<typeof createParams>): Price => {
  if (!account.products.has(params.product)) throw noSuch('product', params.product, 'product')
  claimLookupKey(account, params)
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: params.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: recurringOf(params.recurring?.interval ?? null),
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: params.recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: String(params.unit_amount),
  }
  account.prices.set(price.id, price)
  account.emit('price.created', price)
  return price
}

/** Changes what Stripe allows to change: a tax behaviour only once, and never an amount or an interval. */
const updatePrice = (account: Account, price: Price, changes: Changes): Price => {
  const taxBehaviour = changes.tax_behavior ?? price.tax_behavior
  if (price.tax_behavior !== 'unspecified' && taxBehaviour !== price.tax_behavior)
    throw invalid('You cannot change `tax_behavior` once it is set.', 'tax_behavior')
  claimLookupKey(account, changes, price)
  const previous = applyPatch(price, {
    active: changes.active ?? price.active,
    lookup_key: changes.lookup_key ?? price.lookup_key,
    metadata: mergeMetadata(price.metadata, changes.metadata),
    nickname: changes.nickname ?? price.nickname,
    tax_behavior: taxBehaviour,
  })
  if (Object.keys(previous).length > 0) account.emit('price.updated', price, previous)
  return price
}

export const priceEndpoints = [
  endpoint({
    action: 'prices.list',
    method: 'GET',
    path: '/v1/prices',
    params: z.strictObject({
      ...paging,
      active: flag.optional(),
      currency: text.optional(),
      lookup_keys: listOf(text).optional(),
      product: text.optional(),
      type: oneOf('one_time', 'recurring').optional(),
    }),
    handle: ({ account, params }) => {
      const { active, currency, lookup_keys: keys, product, type } = params
      const matches = (price: Price) =>
        (active === undefined || price.active === active) &&
        (!currency || price.currency === currency) &&
        (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
        (!product || price.product === product) &&
        (!type || price.type === type)
      return page([...account.prices.values()].filter(matches), params, '/v1/prices')
    },
  }),
  endpoint({
    action: 'prices.retrieve',
    method: 'GET',
    path: '/v1/prices/:price',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.prices.get(id) ?? notFound('price', id, 'price'),
  }),
  endpoint({
    action: 'prices.create',
    method: 'POST',
    path: '/v1/prices',
    params: createParams,
    handle: ({ account, params }) => createPrice(account, params),
  }),
  endpoint({
    action: 'prices.update',
    method: 'POST',
    path: '/v1/prices/:price',
    params: updateParams,
    handle: ({ account, id, params }) => {
      const price = account.prices.get(id)
      return price ? updatePrice(account, price, params) : notFound('price', id, 'price')
    },
  }),
]
