import * as z from 'zod'
import { closeDispute } from '../billing/dispute.ts'
import { endpoint } from './endpoint.ts'
import { notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import { expandOnly, paging, text } from '../account/params.ts'
import type { Dispute } from '../account/objects.ts'

export const disputeEndpoints = [
  endpoint({
    action: 'disputes.list',
    method: 'GET',
    path: '/v1/disputes',
    params: z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() }),
    handle: ({ account, params }) => {
      const matches = (dispute: Dispute) =>
        (!params.charge || dispute.charge === params.charge) &&
        (!params.payment_intent || dispute.payment_intent === params.payment_intent)
      return page([...account.disputes.values()].filter(matches), params, '/v1/disputes')
    },
  }),
  endpoint({
    action: 'disputes.retrieve',
    method: 'GET',
    path: '/v1/disputes/:dispute',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.disputes.get(id) ?? notFound('dispute', id),
  }),
  endpoint({
    action: 'disputes.close',
    method: 'POST',
    path: '/v1/disputes/:dispute/close',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const dispute = account.disputes.get(id)
      if (!dispute) return notFound('dispute', id)
      // The account's owner accepts the dispute as lost by closing it.
      closeDispute(account, dispute, 'lost')
      return dispute
    },
  }),
]
