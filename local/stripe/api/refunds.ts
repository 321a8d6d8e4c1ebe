import * as z from 'zod'
import type { Account } from '../account/account.ts'
import { findCharge } from '../billing/find-charge.ts'
import { refundCharge, updateRefund } from '../billing/refund.ts'
import { endpoint } from './endpoint.ts'
import { missing, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import { expandOnly, integer, mergeMetadata, metadata, oneOf, paging, text } from '../account/params.ts'
import type { Refund } from '../account/objects.ts'

const createParams = z.strictObject({
  ...expandOnly,
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
})
type CreateParams = z.infer<typeof createParams>

const create = (account: Account, params: CreateParams): Refund => {
  const { amount, charge, metadata: sent, payment_intent: paymentIntent, reason } = params
  if (charge === undefined && paymentIntent === undefined) throw missing('charge')
  return refundCharge(account, findCharge(account, { charge, paymentIntent }), {
    amount,
    metadata: mergeMetadata({}, sent),
    reason,
  })
}

export const refundEndpoints = [
  endpoint({
    action: 'refunds.create',
    method: 'POST',
    path: '/v1/refunds',
    params: createParams,
    handle: ({ account, params }) => create(account, params),
  }),
  endpoint({
    action: 'refunds.list',
    method: 'GET',
    path: '/v1/refunds',
    params: z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() }),
    handle: ({ account, params }) => {
      const matches = (refund: Refund) =>
        (!params.charge || refund.charge === params.charge) &&
        (!params.payment_intent || refund.payment_intent === params.payment_intent)
      return page([...account.refunds.values()].filter(matches), params, '/v1/refunds')
    },
  }),
  endpoint({
    action: 'refunds.retrieve',
    method: 'GET',
    path: '/v1/refunds/:refund',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.refunds.get(id) ?? notFound('refund', id),
  }),
  endpoint({
    action: 'refunds.update',
    method: 'POST',
    path: '/v1/refunds/:refund',
    params: z.strictObject({ ...expandOnly, metadata: metadata.optional() }),
    handle: ({ account, params, id }) => {
      const refund = account.refunds.get(id)
      if (!refund) return notFound('refund', id)
      updateRefund(account, refund, { metadata: mergeMetadata(refund.metadata ?? {}, params.metadata) })
      return refund
    },
  }),
]
