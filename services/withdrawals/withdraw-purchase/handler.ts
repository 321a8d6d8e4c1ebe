import { withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { brand } from '#shared/values/brand.ts'
import { apiError } from '#platform/api-error.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { Table } from '#platform/table/table.ts'
import { reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import {
  failedRefundEmailOf,
  unrefundedEmailOf,
  withdrawalEmailOf,
} from '#services/payments/withdrawal-email.ts'
import { findPurchases, type WithdrawalDependencies, withdrawalDependencies } from '../find-purchases.ts'
import type { Purchase } from '../purchase.ts'

const disputed = `This payment is disputed, so we can’t refund it here. If you want to withdraw, please email us at ${brand.supportEmail} before your 14 days end.`
const paidFromCredit = `You paid for some or all of this from your credit with us, so we can’t refund it here. If you want to withdraw, please email us at ${brand.supportEmail} before your 14 days end.`
const partlyRefunded =
  'We’ve refunded one of your payments. The other one is disputed: if the dispute is settled in our favour, we’ll refund the rest.'
const refundedAlready = 'This purchase has been refunded already.'
const refundFailed = `You have withdrawn from this purchase, but the refund failed. Please email us at ${brand.supportEmail} and we’ll send the money another way.`
const inProgress =
  'Your withdrawal from another purchase of this pass is still in progress. Please try again in a minute.'
const amountChanged = 'The refund has changed since you last saw it. Please check it again.'

/** Returns why a purchase cannot be withdrawn from, or `undefined` if it can. */
const rejectionOf = (purchase: Purchase, refundMinor: number) => {
  const { isOpen, obstacle, accepts, endsRenewals, view } = purchase
  if (!isOpen) return apiError('withdrawal_period_over')
  if (obstacle === 'credit') return apiError('nothing_to_refund', { message: paidFromCredit })
  if (obstacle !== undefined) return apiError('payment_disputed', { message: disputed })
  if ((refundMinor > 0 || endsRenewals) && accepts(refundMinor)) return undefined
  if (view.refundMinor === 0 && !endsRenewals)
    return apiError('nothing_to_refund', view.refundedMinor > 0 ? { message: refundedAlready } : {})
  return apiError('amount_changed', { message: amountChanged })
}

/**
 * Returns the email about a withdrawal, and the address of a guest. It is about the latest refund that did not fail, or
 * else about the latest that did.
 */
const findEmail = async ({ id, payments }: Purchase, stripe: StripeGateway) => {
  let failedId: string | undefined
  for (const { intentId } of payments.toReversed()) {
    const refunds = intentId === null ? undefined : await stripe.findWithdrawalRefunds(intentId, id)
    failedId ??= refunds?.failedRefundId
    if (refunds?.refundId === undefined) continue
    const facts = await reversalFactGateway.findRefund(refunds.refundId)
    return facts && { email: withdrawalEmailOf(facts), guestEmail: facts.guestEmail }
  }
  if (failedId !== undefined) {
    const facts = await reversalFactGateway.findRefund(failedId)
    return facts && { email: failedRefundEmailOf(failedId, facts), guestEmail: facts.guestEmail }
  }
  const unrefunded = await unrefundedWithdrawalGateway.findUnrefundedWithdrawal(id)
  return unrefunded && { email: unrefundedEmailOf(unrefunded), guestEmail: null }
}

/**
 * Queues the email about the withdrawal immediately: the buyer must get an acknowledgement without undue delay. The
 * events of the refund, or of the end, queue it too, in case the request is interrupted before.
 */
const acknowledge = async (
  purchase: Purchase,
  caller: Caller | null,
  { stripe, subscriptions }: WithdrawalDependencies,
  now: Date,
): Promise<void> => {
  const found = await findEmail(purchase, stripe)
  const to = found && (found.guestEmail ?? caller?.profile.email)
  if (!found?.email || !to) return
  const { cause, content } = found.email
  const forGuest = found.guestEmail !== null
  await subscriptions.queueEmail({ cause, to, content, now, userId: caller?.userId, forGuest })
}

/** A repeated request for a withdrawn purchase finishes the withdrawal and returns the same response. */
export const handle: Handle<typeof withdrawPurchase, WithdrawalDependencies> = async (
  { caller, body, now },
  deps,
) => {
  const purchases = await findPurchases(caller, body.guest_key, deps, now)
  const purchase = purchases.find(({ id }) => id === body.id)
  if (purchase === undefined) return apiError('not_found')
  if (!purchase.isWithdrawn) {
    const rejection = rejectionOf(purchase, body.refundMinor)
    if (rejection) return rejection
  }
  const { refundMinor } = body
  const outcome = await purchase.refund({ refundMinor, transferMinor: purchase.transferOf(refundMinor) })
  if (outcome.state === 'changed') return apiError('amount_changed', { message: amountChanged })
  if (outcome.state === 'in_progress') return apiError('payment_in_progress', { message: inProgress })
  if (outcome.state === 'disputed') return apiError('payment_disputed', { message: disputed })
  if (outcome.state === 'partly_refunded') return apiError('payment_in_progress', { message: partlyRefunded })
  if (outcome.state === 'nothing_left') return apiError('nothing_to_refund', { message: refundedAlready })
  await acknowledge(purchase, caller, deps, now)
  await purchase.endAccess()
  if (outcome.state === 'refund_failed') return apiError('refund_failed', { message: refundFailed })
  return { refundMinor: outcome.refundMinor }
}

const table = new Table()
export const handler = serve(withdrawPurchase, handle, withdrawalDependencies(table), { table, verifyToken })
