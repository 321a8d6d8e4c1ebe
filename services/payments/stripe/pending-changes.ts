import type { Billing } from '#shared/contract/payments.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { planFacts, subscriptionPlans } from '#shared/values/plans.ts'
import { isInvalidRequest, type Stripe, type StripeClient } from '#platform/stripe.ts'
import { intentsOf } from './invoice-payments.ts'
import { idOf } from './session.ts'

/** A payment that waits for the customer's bank. */
export interface PendingConfirmation {
  /** Stripe's page on which the customer confirms the payment. */
  readonly url: string
  readonly expiresAt: string
}

const pageOf = (
  { hosted_invoice_url: url, status }: Stripe.Invoice,
  { pending_update: pending }: Stripe.Subscription,
): PendingConfirmation | undefined =>
  typeof url !== 'string' || status !== 'open' || pending === null
    ? undefined
    : { url, expiresAt: isoTimeOf(pending.expires_at) }

/** Returns whether the cardholder must authenticate. A declined card requires another payment method instead. */
const awaitsCardholder = async (stripe: StripeClient, invoice: Stripe.Invoice): Promise<boolean> => {
  for (const id of intentsOf(invoice))
    if ((await stripe.paymentIntents.retrieve(id)).status === 'requires_action') return true
  return false
}

/** Returns the confirmation that the pending change of a subscription waits for. `undefined` without one. */
export const findConfirmation = async (
  stripe: StripeClient,
  subscription: Stripe.Subscription,
): Promise<PendingConfirmation | undefined> => {
  const id = idOf(subscription.latest_invoice)
  if (subscription.pending_update === null || id === null) return undefined
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
  return (await awaitsCardholder(stripe, invoice)) ? pageOf(invoice, subscription) : undefined
}

/** Drops the pending change of a subscription, by voiding its invoice. Does nothing without one. */
export const discardPendingUpdate = async (
  stripe: StripeClient,
  subscription: Stripe.Subscription,
): Promise<void> => {
  const id = idOf(subscription.latest_invoice)
  if (subscription.pending_update === null || id === null) return
  try {
    await stripe.invoices.voidInvoice(id)
  } catch (error) {
    // A concurrent request may have voided it, or it has expired or been paid.
    if (!isInvalidRequest(error)) throw error
    if ((await stripe.subscriptions.retrieve(subscription.id)).pending_update !== null) throw error
  }
}

type PendingChange = NonNullable<Billing['subscription']>['pendingChange']

/** Returns the pending change of a subscription with what must be paid for it. */
export const pendingChangeOf = (
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): PendingChange => {
  const invoice = invoices.find(({ id }) => id === idOf(subscription.latest_invoice))
  const page = invoice && pageOf(invoice, subscription)
  if (page === undefined || invoice === undefined) return null
  const lookupKey = subscription.pending_update?.subscription_items?.[0]?.price.lookup_key
  return {
    plan: subscriptionPlans.find((plan) => planFacts[plan].lookupKey === lookupKey) ?? null,
    amountMinor: invoice.amount_remaining,
    currency: invoice.currency,
    ...page,
  }
}
