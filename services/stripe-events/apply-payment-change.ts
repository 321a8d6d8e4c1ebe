import { applyPayment, isPassSession, type PassDependencies } from '#services/passes/apply-payment.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { Payment } from '#services/payments/stripe/payments.ts'

export interface PaymentChangeDependencies extends PassDependencies {
  readonly stripe: StripeGateway
}

/**
 * Applies a refund or dispute to the subscription that it paid for. A full refund of the current period or a lost
 * dispute cancels the subscription. An open dispute withdraws access until it is decided. A dispute of an earlier period
 * counts too, a refund of one does not. The reversal is recorded in Stripe metadata before the cancellation, so that
 * every later sync reads the same reason.
 */
const applyRefundOrDispute = async (payment: Payment, stripe: StripeGateway): Promise<void> => {
  const { customerId, intentId, reversal: reason, amountMinor } = payment
  if (customerId === null) return
  const subscription = await stripe.findSubscriptionByPayment(customerId, intentId)
  if (subscription === undefined) return
  const { id, invoiceId, isDecisive } = subscription
  if (!isDecisive && reason !== 'disputed' && reason !== 'dispute_lost') return
  const reversal =
    reason === undefined ? await stripe.findOpenDispute(id) : { reason, amountMinor, invoiceId }
  await stripe.recordReversal(id, reversal)
  if (reason === 'refunded' || reason === 'dispute_lost') await stripe.cancelNow(id)
}

/** Applies the payment of a one-time session to its pass. */
export const applyPassSession = async (sessionId: string, deps: PaymentChangeDependencies, now: Date) => {
  const session = await deps.stripe.findSession(sessionId)
  return session && applyPayment(session, deps, now)
}

/**
 * Applies the current state of a payment that was refunded or disputed to its pass or subscription.
 *
 * @returns the customer of the payment
 */
export const applyPaymentChange = async (
  paymentIntentId: string,
  deps: PaymentChangeDependencies,
  now: Date,
): Promise<string | undefined> => {
  const payment = await deps.stripe.findPayment(paymentIntentId)
  if (payment === undefined) return undefined
  const session = await deps.stripe.findSessionByPayment(payment.intentId)
  if (session !== undefined && isPassSession(session)) await applyPayment(session, deps, now)
  else await applyRefundOrDispute(payment, deps.stripe)
  return payment.customerId ?? undefined
}
