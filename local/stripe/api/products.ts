import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { newProduct } from '../account/catalogue.ts'
import { invalid, notFound } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import type { Product } from '../account/objects.ts'
import { endpoint } from './endpoint.ts'
import { page } from '../account/list.ts'
import { expandOnly, flag, listOf, mergeMetadata, metadata, paging, text } from '../account/params.ts'

const changeable = {
  ...expandOnly,
  active: flag.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
}
const createParams = z.strictObject({ ...changeable, id: text.optional(), name: text })
const updateParams = z.strictObject({ ...changeable, name: text.optional() })

const create = (account: Account, params: z.infer<typeof createParams>): Product => {
  const id = params.id ?? newId('prod')
  if (account.products.has(id)) throw invalid('Product already exists.', 'id', 'resource_already_exists')
  const product = newProduct({
    id,
    name: params.name,
    created: account.now(),
    default_price: null,
    active: params.active ?? true,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  })
  account.products.set(id, product)
  account.emit('product.created', product)
  return product
}

const update = (account: Account, product: Product, params: z.infer<typeof updateParams>): Product => {
  const previous = applyPatch(product, {
    active: params.active ?? product.active,
    description: params.description ?? product.description,
    metadata: mergeMetadata(product.metadata, params.metadata),
    name: params.name ?? product.name,
  })
  if (Object.keys(previous).length > 0) {
    product.updated = account.now()
    account.emit('product.updated', product, previous)
  }
  return product
}

export const productEndpoints = [
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
    action: 'products.create',
    method: 'POST',
    path: '/v1/products',
    params: createParams,
    handle: ({ account, params }) => create(account, params),
  }),
  endpoint({
    action: 'products.retrieve',
    method: 'GET',
    path: '/v1/products/:product',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.products.get(id) ?? notFound('product', id),
  }),
  endpoint({
    action: 'products.update',
    method: 'POST',
    path: '/v1/products/:product',
    params: updateParams,
    handle: ({ account, id, params }) => {
      const product = account.products.get(id)
      return product ? update(account, product, params) : notFound('product', id)
    },
  }),
]
