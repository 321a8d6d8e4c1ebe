import * as z from 'zod'
import type { Account } from '../account.ts'
import { endpoint } from './endpoint.ts'
import { notFound } from '../errors.ts'
import { page } from './list.ts'
import { expandOnly, flag, listOf, oneOf, paging, text } from './params.ts'
import type { Price, Product } from '../objects.ts'

/** Returns the product name of a price. */
export const productNameOf = (account: Account, price: Price): string =>
  account.products.get(price.product)?.name ?? price.id

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
    action: 'products.list',
    method: 'GET',
    path: '/v1/products',
    params: z.strictObject({ ...paging, active: flag.optional(), ids: listOf(text).optional() }),
    handle: ({ account, params }) => {
      const matches = (product: Product) =>
        (params.active === undefined || product.active === params.active) &&
        (!params.ids || params.ids.includes(product.id))
      return page([...account.products.values()].filter(matches), params, '/v1/products')
    },
  }),
  endpoint({
    action: 'products.retrieve',
    method: 'GET',
    path: '/v1/products/:product',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.products.get(id) ?? notFound('product', id),
  }),
]
