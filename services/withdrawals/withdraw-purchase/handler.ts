import { withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { type ApiError, apiError } from '#platform/api-error.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { Table } from '#platform/table/table.ts'
import { reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { withdrawalPurpose } from '#services/payments/stripe/reversal.ts'
import { withdrawalEmailOf } from '#services/payments/withdrawal-email.ts'
import { findPurchases, type WithdrawalDependencies, withdrawalDependencies } from '../find-purchases.ts'
import type { Purchase } from '../purchase.ts'

const disputed =
  'Your bank is disputing this payment. You can withdraw from the purchase once the dispute has been decided.'
const amountChanged = 'The refund has changed since you last saw it. Please check it again.'

/** Returns why a purchase cannot be withdrawn from, or `undefined` if it can. */
const rejectionOf = ({ isOpen, isDisputed, accepts, view }: Purchase, refundMinor: number) => {
  if (!isOpen) return apiError('withdrawal_period_over')
  if (isDisputed) return apiError('payment_disputed', { message: disputed })
  if (refundMinor > 0 && accepts(refundMinor)) return undefined
  if (view.refundMinor === 0) return apiError('nothing_to_refund')
  return apiError('amount_changed', { message: amountChanged })
}

/**
 * Refunds the amount, the latest payment last: that refund makes the purchase count as withdrawn. A run that fails
 * before it can be repeated; after it, the event of the refund ends the access and sends the email, too.
 */
const refund = async (
  { id, payments }: Purchase,
  refundMinor: number,
  { stripe }: WithdrawalDependencies,
): Promise<ApiError<'payment_disputed'> | undefined> => {
  const left = payments.map(({ amountMinor, refundedMinor }) => amountMinor - refundedMinor)
  let owed = left.reduce((sum, amount) => sum + amount, 0) - refundMinor
  const last = payments.length - 1
  for (const [index, { intentId }] of payments.entries()) {
    const available = left[index] ?? 0
    // The amount that the buyer owes is kept from the first payments.
    const kept = Math.min(owed, index === last ? Math.max(0, available - 1) : available)
    owed -= kept
    if (available === kept) continue
    const purpose =
      index === last ? `${withdrawalPurpose}${id}` : `part-of-${withdrawalPurpose}${id}:${index}`
    const outcome = await stripe.refundPart(intentId, {
      amountMinor: available - kept,
      totalMinor: refundMinor,
      purpose,
    })
    if (outcome.state !== 'refunded') return apiError('payment_disputed', { message: disputed })
  }
  return undefined
}

/**
 * Queues the email about the withdrawal immediately: the buyer must get an acknowledgement without undue delay. The
 * events of the refund queue it too, for a request that is interrupted after the refund.
 */
const acknowledge = async (
  { id, payments }: Purchase,
  caller: Caller | null,
  { stripe, subscriptions }: WithdrawalDependencies,
  now: Date,
): Promise<void> => {
  for (const { intentId } of payments.slice(-1)) {
    const { refundId } = await stripe.findWithdrawalRefunds(intentId, id)
    const facts = refundId && (await reversalFactGateway.findRefund(refundId))
    const email = facts && withdrawalEmailOf(facts)
    const to = facts && (facts.guestEmail ?? caller?.profile.email)
    if (email && to) await subscriptions.queueEmail(email.cause, to, email.content, now, caller?.userId)
  }
}

/** A repeated request for a withdrawn purchase finishes the withdrawal and returns the same response. */
export const handle: Handle<typeof withdrawPurchase, WithdrawalDependencies> = async (
  { caller, body, now },
  deps,
) => {
  const purchases = await findPurchases(caller, body.guest_key, deps, now)
  const purchase = purchases.find(({ id }) => id === body.id)
  if (purchase === undefined) return apiError('not_found')
  if (purchase.withdrawnMinor === 0) {
    const rejection = rejectionOf(purchase, body.refundMinor)
    if (rejection) return rejection
    await purchase.prepare()
    const failure = await refund(purchase, body.refundMinor, deps)
    if (failure) return failure
  }
  await acknowledge(purchase, caller, deps, now)
  await purchase.endAccess()
  return { refundMinor: purchase.withdrawnMinor || body.refundMinor }
}

const table = new Table()
export const handler = serve(withdrawPurchase, handle, withdrawalDependencies(table), { table, verifyToken })
