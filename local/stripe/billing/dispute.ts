import { applyPatch, type Account } from '../account/account.ts'
import { invalid } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import type { BalanceTransaction, Charge, Dispute } from '../account/objects.ts'

/** Time to respond to a dispute, in seconds. */
const responseSeconds = 7 * 24 * 3600
/** Dispute fee in the United Kingdom, in pence: https://stripe.com/gb/pricing. */
const fee = 2000

const balanceTransaction = (
  account: Account,
  dispute: string,
  amount: number,
  cost: number,
): BalanceTransaction => ({
  id: newId('txn'),
  object: 'balance_transaction',
  amount,
  available_on: account.now(),
  balance_type: 'payments',
  created: account.now(),
  currency: 'gbp',
  description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
  exchange_rate: null,
  fee: cost,
  fee_details:
    cost === 0
      ? []
      : [
          {
            amount: cost,
            application: null,
            currency: 'gbp',
            description: 'Dispute fee',
            type: 'stripe_fee',
          },
        ],
  net: amount - cost,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: dispute,
  status: 'available',
  type: 'adjustment',
})

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Returns the fields of a dispute that withdraws its amount from the balance. */
const withdrawn = (account: Account, { id, amount }: Dispute): Partial<Dispute> => ({
  balance_transactions: [balanceTransaction(account, id, -amount, fee)],
  status: 'needs_response',
})

/**
 * Opens a dispute of a charge, and withdraws its amount from the balance until the dispute is closed. Or opens an inquiry,
 * which moves no money and can become a dispute.
 *
 * @see https://docs.stripe.com/disputes/how-disputes-work#inquiries
 */
export const openDispute = (account: Account, charge: Charge, kind: 'dispute' | 'inquiry'): Dispute => {
  if (!charge.paid) throw invalid(`Charge ${charge.id} was not paid, so it cannot be disputed.`, 'charge')
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`, 'charge')
  const id = newId('du')
  const dispute: Dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: account.now() + responseSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'warning_needs_response',
  }
  if (kind === 'dispute') applyPatch(dispute, withdrawn(account, dispute))
  account.disputes.set(id, dispute)
  const previous = applyPatch(charge, { disputed: true })
  account.emit('charge.dispute.created', dispute)
  if (kind === 'dispute') account.emit('charge.dispute.funds_withdrawn', dispute)
  account.emit('charge.updated', charge, previous)
  return dispute
}

/** Turns an inquiry into a dispute. Stripe keeps its id, and reports no new dispute. */
const escalate = (account: Account, inquiry: Dispute): Dispute => {
  const previous = applyPatch(inquiry, withdrawn(account, inquiry))
  account.emit('charge.dispute.updated', inquiry, previous)
  account.emit('charge.dispute.funds_withdrawn', inquiry)
  return inquiry
}

const disputesOf = (account: Account, charge: Charge): Dispute[] =>
  [...account.disputes.values()].filter((one) => one.charge === charge.id)

const isOpen = ({ status }: Dispute) => status === 'needs_response' || status === 'under_review'

/** Closes a dispute. The charge stays `disputed`. If it is won, the amount is returned, but not the fee. */
export const closeDispute = (account: Account, dispute: Dispute, outcome: 'won' | 'lost'): void => {
  if (!isOpen(dispute)) throw invalid(`This dispute is already closed (${dispute.status}).`, 'dispute')
  const returned = outcome === 'won' ? [balanceTransaction(account, dispute.id, dispute.amount, 0)] : []
  const previous = applyPatch(dispute, {
    balance_transactions: [...dispute.balance_transactions, ...returned],
    evidence_details: { ...dispute.evidence_details, due_by: null },
    status: outcome,
  })
  account.emit('charge.dispute.closed', dispute, previous)
  if (outcome === 'won') account.emit('charge.dispute.funds_reinstated', dispute)
}

/** Opens a dispute of a charge. An inquiry about the charge becomes the dispute. */
const disputeOrEscalate = (account: Account, charge: Charge): Dispute => {
  const inquiry = disputesOf(account, charge).find(({ status }) => status === 'warning_needs_response')
  return inquiry ? escalate(account, inquiry) : openDispute(account, charge, 'dispute')
}

/**
 * Opens an inquiry or a dispute of a charge, or closes the open dispute. `won` and `lost` first open a dispute if none is
 * open.
 */
export const disputeCharge = (
  account: Account,
  charge: Charge,
  outcome: 'inquiry' | 'open' | 'won' | 'lost',
): Dispute => {
  if (outcome === 'inquiry') return openDispute(account, charge, 'inquiry')
  const open = outcome === 'open' ? undefined : disputesOf(account, charge).find(isOpen)
  const current = open ?? disputeOrEscalate(account, charge)
  if (outcome !== 'open') closeDispute(account, current, outcome)
  return current
}
