import { applyPatch, type Account } from '../account/account.ts'
import { invalid } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import type { Charge, Metadata, Refund } from '../account/objects.ts'

/** Returns the unrefunded amount of a charge, in the minor unit. */
const refundableAmount = (charge: Charge): number => charge.amount_captured - charge.amount_refunded

const checkAmount = (account: Account, charge: Charge, amount: number): void => {
  const isChargedBack = [...account.disputes.values()].some(
    (one) => one.charge === charge.id && one.status !== 'won',
  )
  if (isChargedBack)
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (refundableAmount(charge) === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > refundableAmount(charge))
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundableAmount(charge)})`,
      'amount',
    )
}

const addRefunded = (charge: Charge, amount: number): Partial<Charge> => {
  const refunded = charge.amount_refunded + amount
  return applyPatch(charge, { amount_refunded: refunded, refunded: refunded === charge.amount_captured })
}

export interface NewRefund {
  /** In the minor unit. Default: the unrefunded amount. */
  readonly amount?: number
  readonly reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  readonly metadata?: Metadata
}

const destination: Refund['destination_details'] = {
  card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
  type: 'card',
}

/** Refunds a charge. Throws a StripeError if the amount exceeds the unrefunded amount. */
export const refundCharge = (account: Account, charge: Charge, options: NewRefund): Refund => {
  const amount = options.amount ?? refundableAmount(charge)
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
    metadata: options.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: options.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: account.settings.newRefunds,
    transfer_reversal: null,
  }
  account.refunds.set(refund.id, refund)
  const previous = addRefunded(charge, amount)
  account.emit('refund.created', refund)
  account.emit('charge.refunded', charge, previous)
  account.emit('charge.refund.updated', refund)
  return refund
}

/** Updates a refund and emits the events if anything changed. */
export const updateRefund = (account: Account, refund: Refund, patch: Partial<Refund>): void => {
  const previous = applyPatch(refund, patch)
  if (Object.keys(previous).length === 0) return
  account.emit('refund.updated', refund, previous)
  account.emit('charge.refund.updated', refund, previous)
}

const isOver = ({ status }: Refund): boolean => status === 'failed' || status === 'canceled'

const returnToBalance = (account: Account, refund: Refund): void => {
  const charge = account.charges.get(refund.charge ?? '')
  if (isOver(refund) || !charge) throw invalid(`Refund ${refund.id} can no longer fail.`)
  addRefunded(charge, -refund.amount)
}

/** Finishes a refund that was pending or required details of the payer. */
export const finishRefund = (
  account: Account,
  refund: Refund,
  outcome: 'succeeded' | 'failed' | 'canceled',
): void => {
  if (outcome === 'failed') return failRefund(account, refund)
  if (outcome === 'canceled') returnToBalance(account, refund)
  updateRefund(account, refund, { status: outcome })
}

/** Fails a refund that the bank returns. The amount is no longer refunded. */
export const failRefund = (account: Account, refund: Refund): void => {
  returnToBalance(account, refund)
  updateRefund(account, refund, {
    failure_balance_transaction: newId('txn'),
    failure_reason: 'lost_or_stolen_card',
    status: 'failed',
  })
  account.emit('refund.failed', refund)
}
