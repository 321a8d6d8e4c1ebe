import { applyPayment, isOfPass, type PassNeeds } from './apply-payment.ts'
import type { StripeGateway } from './stripe.gateway.ts'
import type { Payment } from './stripe-session.ts'

export interface SettleNeeds extends PassNeeds {
  readonly stripe: StripeGateway
}

/**
 * Draws the consequence of money that went back from a subscription's current period: refunded in full or
 * lost to the bank, it ends the subscription; disputed, it marks it until the dispute is decided. The mark
 * stands at Stripe, so that whoever looks next sees the same, and comes first, so that a run that dies in
 * between has said why.
 */
const settleSubscription = async (payment: Payment, stripe: StripeGateway): Promise<void> => {
  const { customerId, intentId, money, amountMinor } = payment
  if (customerId === null) return
  const subscription = await stripe.subscriptionPaidBy(customerId, intentId)
  if (subscription === undefined) return
  const { id, invoiceId } = subscription
  await stripe.markWithdrawn(id, money === 'taken' ? undefined : `${money}:${amountMinor}:${invoiceId}`)
  if (money === 'returned' || money === 'lost') await stripe.endNow(id)
}

/** A session of a one-time payment gives its pass. */
export const settleSession = async (sessionId: string, needs: SettleNeeds, now: Date) => {
  const session = await needs.stripe.findSession(sessionId)
  return session && applyPayment(session, needs, now)
}

/**
 * Looks at a payment whose money moved: that of a pass, which loses or regains its block, or that of a
 * subscription.
 *
 * @returns the customer whose payment it was
 */
export const settlePayment = async (
  paymentIntent: string,
  needs: SettleNeeds,
  now: Date,
): Promise<string | undefined> => {
  const payment = await needs.stripe.findPayment(paymentIntent)
  if (payment === undefined) return undefined
  const session = await needs.stripe.sessionPaidBy(payment.intentId)
  if (session !== undefined && isOfPass(session)) await applyPayment(session, needs, now)
  else await settleSubscription(payment, needs.stripe)
  return payment.customerId ?? undefined
}
