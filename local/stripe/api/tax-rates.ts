import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { newTaxRate } from '../account/catalogue.ts'
import { invalid, notFound } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import type { TaxRate } from '../account/objects.ts'
import { endpoint } from './endpoint.ts'
import { page } from '../account/list.ts'
import { decimal, expandOnly, flag, mergeMetadata, metadata, oneOf, paging, text } from '../account/params.ts'

const changeable = {
  ...expandOnly,
  active: flag.optional(),
  country: text.optional(),
  description: text.optional(),
  jurisdiction: text.optional(),
  metadata: metadata.optional(),
  tax_type: oneOf('vat').optional(),
}
const createParams = z.strictObject({
  ...changeable,
  display_name: text,
  inclusive: flag,
  percentage: decimal,
})
const updateParams = z.strictObject({ ...changeable, display_name: text.optional() })

const create = (account: Account, params: z.infer<typeof createParams>): TaxRate => {
  const { inclusive, expand: _expand, metadata: sent, ...fields } = params
  if (!inclusive)
    throw invalid(
      'The local Stripe emulator supports only tax rates that prices include: inclusive=true.',
      'inclusive',
    )
  const rate = newTaxRate({
    id: newId('txr'),
    created: account.now(),
    ...fields,
    metadata: mergeMetadata({}, sent),
  })
  account.taxRates.set(rate.id, rate)
  account.emit('tax_rate.created', rate)
  return rate
}

const update = (account: Account, rate: TaxRate, params: z.infer<typeof updateParams>): TaxRate => {
  const { expand: _expand, metadata: sent, ...fields } = params
  const previous = applyPatch(rate, { ...fields, metadata: mergeMetadata(rate.metadata ?? {}, sent) })
  if (Object.keys(previous).length > 0) account.emit('tax_rate.updated', rate, previous)
  return rate
}

/** Tax rates, whose percentage never changes. */
export const taxRateEndpoints = [
  endpoint({
    action: 'taxRates.list',
    method: 'GET',
    path: '/v1/tax_rates',
    params: z.strictObject({ ...paging, active: flag.optional(), inclusive: flag.optional() }),
    handle: ({ account, params }) => {
      const matches = (rate: TaxRate) =>
        (params.active === undefined || rate.active === params.active) &&
        (params.inclusive === undefined || rate.inclusive === params.inclusive)
      return page([...account.taxRates.values()].filter(matches), params, '/v1/tax_rates')
    },
  }),
  endpoint({
    action: 'taxRates.create',
    method: 'POST',
    path: '/v1/tax_rates',
    params: createParams,
    handle: ({ account, params }) => create(account, params),
  }),
  endpoint({
    action: 'taxRates.retrieve',
    method: 'GET',
    path: '/v1/tax_rates/:tax_rate',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.taxRates.get(id) ?? notFound('tax rate', id),
  }),
  endpoint({
    action: 'taxRates.update',
    method: 'POST',
    path: '/v1/tax_rates/:tax_rate',
    params: updateParams,
    handle: ({ account, id, params }) => {
      const rate = account.taxRates.get(id)
      return rate ? update(account, rate, params) : notFound('tax rate', id)
    },
  }),
]
