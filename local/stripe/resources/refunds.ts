import * as z from 'zod'
import { change, type Account } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { invalid, missing, noSuch, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { page } from '../list.ts'
import { expandOnly, integer, mergeMetadata, metadata, oneOf, paging, text } from '../params.ts'
import type { Charge, Refund } from '../wire.ts'

const createParams = z.strictObject({
  ...expandOnly,
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
})
type CreateParams = z.infer<typeof createParams>

const chargeOf = (account: Account, params: CreateParams): Charge => {
  if (params.charge) {
    const charge = account.charges.get(params.charge)
    if (!charge) throw noSuch('charge', params.charge, 'charge')
    return charge
  }
  if (!params.payment_intent) throw missing('charge')
  const intent = account.paymentIntents.get(params.payment_intent)
  if (!intent) throw noSuch('payment_intent', params.payment_intent, 'payment_intent')
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge?.paid)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  return charge
}

/** Money of a charge that has not gone back yet, in its minor unit. */
const leftOf = (charge: Charge): number => charge.amount_captured - charge.amount_refunded

const checkAmount = (charge: Charge, amount: number): void => {
  if (leftOf(charge) === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > leftOf(charge))
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${leftOf(charge)})`,
      'amount',
    )
}

const create = (account: Account, params: CreateParams): Refund => {
  const charge = chargeOf(account, params)
  const amount = params.amount ?? leftOf(charge)
  checkAmount(charge, amount)
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  account.refunds.set(refund.id, refund)
  const refunded = charge.amount_refunded + amount
  const previous = change(charge, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  })
  account.emit('refund.created', refund)
  account.emit('charge.refunded', charge, previous)
  return refund
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
      const wanted = (refund: Refund) =>
        (!params.charge || refund.charge === params.charge) &&
        (!params.payment_intent || refund.payment_intent === params.payment_intent)
      return page([...account.refunds.values()].filter(wanted), params, '/v1/refunds')
    },
  }),
  endpoint({
    action: 'refunds.retrieve',
    method: 'GET',
    path: '/v1/refunds/:refund',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.refunds.get(id) ?? notFound('refund', id),
  }),
]
