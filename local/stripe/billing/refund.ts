import { change, type Account } from '../account.ts'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Charge, Metadata, Refund } from '../wire.ts'

/** Money of a charge that has not gone back yet, in its minor unit. */
const leftOf = (charge: Charge): number => charge.amount_captured - charge.amount_refunded

const checkAmount = (account: Account, charge: Charge, amount: number): void => {
  const taken = [...account.disputes.values()].some((one) => one.charge === charge.id && one.status !== 'won')
  if (taken)
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (leftOf(charge) === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > leftOf(charge))
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${leftOf(charge)})`,
      'amount',
    )
}

const moveBack = (charge: Charge, amount: number): Partial<Charge> => {
  const refunded = charge.amount_refunded + amount
  return change(charge, { amount_refunded: refunded, refunded: refunded === charge.amount_captured })
}

export interface NewRefund {
  /** In the minor unit; all that is left without it. */
  readonly amount?: number
  readonly reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  readonly metadata?: Metadata
}

const destination: Refund['destination_details'] = {
  card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
  type: 'card',
}

/** Gives money of a charge back at once. Throws when the charge has not that much left. */
export const refundCharge = (account: Account, charge: Charge, wanted: NewRefund): Refund => {
  const amount = wanted.amount ?? leftOf(charge)
  checkAmount(account, charge, amount)
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
    destination_details: destination,
    metadata: wanted.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: wanted.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  account.refunds.set(refund.id, refund)
  const previous = moveBack(charge, amount)
  account.emit('refund.created', refund)
  account.emit('charge.refunded', charge, previous)
  account.emit('charge.refund.updated', refund)
  return refund
}

/** Changes a refund and announces it. */
export const updateRefund = (account: Account, refund: Refund, patch: Partial<Refund>): void => {
  const previous = change(refund, patch)
  if (Object.keys(previous).length === 0) return
  account.emit('refund.updated', refund, previous)
  account.emit('charge.refund.updated', refund, previous)
}

/** What happens when the bank sends a refund back: the money is the shop's again. */
export const failRefund = (account: Account, refund: Refund): void => {
  const charge = account.charges.get(refund.charge ?? '')
  if (refund.status !== 'succeeded' || !charge) throw invalid(`Refund ${refund.id} cannot fail any more.`)
  moveBack(charge, -refund.amount)
  updateRefund(account, refund, {
    failure_balance_transaction: newId('txn'),
    failure_reason: 'lost_or_stolen_card',
    status: 'failed',
  })
  account.emit('refund.failed', refund)
}
