import { log } from '#platform/log.ts'
import type { Stripe } from '#platform/stripe.ts'
import type { CustomerRepository } from '#services/payments/customer.repository.ts'
import { idOf } from '#services/payments/stripe/session.ts'
import { refundOrphanedPayment } from '#services/subscriptions/late-payments.ts'
import { repayEnded } from '#services/subscriptions/repay.ts'
import { ownsCustomer, syncCustomer, type SyncDependencies } from '#services/subscriptions/sync-customer.ts'
import {
  applyPassSession,
  applyPaymentChange,
  type PaymentChangeDependencies,
} from '../apply-payment-change.ts'
import { isHandledEventType } from '../event-types.ts'
import { emailAboutEvent } from '../money-emails/email-about-event.ts'
import { moneyEventOf } from '../money-emails/money-event.ts'

export interface ProcessEventDependencies extends SyncDependencies, PaymentChangeDependencies {
  readonly stripe: SyncDependencies['stripe']
  readonly customers: CustomerRepository
}

type EventObject = Stripe.Event['data']['object']

const customerIdOf = (object: EventObject): string | undefined => {
  if (object.object === 'customer') return object.id
  return 'customer' in object ? (idOf(object.customer) ?? undefined) : undefined
}

/** Returns the payment of an event about a charge, a refund or a dispute. */
const paymentIntentOf = (object: EventObject): string | undefined => {
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute')
    return undefined
  return idOf(object.payment_intent) ?? undefined
}

/**
 * Refunds the payment of an invoice whose account was deleted, or buys as another customer now, if it was late or for a
 * duplicate subscription.
 */
const refundIfOrphaned = async (
  object: EventObject,
  { userId, customerId }: { userId: string | undefined; customerId: string },
  deps: ProcessEventDependencies,
): Promise<void> => {
  if (object.object !== 'invoice' || object.status !== 'paid' || object.id === undefined) return
  const account = userId === undefined ? undefined : await deps.customers.find(userId)
  if (ownsCustomer(account, customerId)) return
  await refundOrphanedPayment(object.id, deps.stripe)
  const subscriptionId = idOf(object.parent?.subscription_details?.subscription)
  if (subscriptionId !== null) await repayEnded(subscriptionId, deps.stripe)
}

/**
 * Processes a Stripe event. The event only identifies the customer or payment to read again: the stored state comes
 * from Stripe's current data. A repeated event has no effect. An unexpected error returns 500, so that Stripe retries.
 */
export const processEvent = async (
  event: Stripe.Event,
  deps: ProcessEventDependencies,
  now: Date,
): Promise<void> => {
  const cause = { eventId: event.id, type: event.type }
  const { object } = event.data
  if (!isHandledEventType(event.type) || (await deps.events.isProcessed(event.id))) return
  if (object.object === 'checkout.session' && object.mode === 'payment')
    await applyPassSession(object.id, deps, now)
  const intent = paymentIntentOf(object)
  const payer = intent === undefined ? undefined : await applyPaymentChange(intent, deps, now)
  const customerId = payer ?? customerIdOf(object)
  const userId = customerId === undefined ? undefined : await deps.customers.findUserId(customerId)
  if (customerId !== undefined) await refundIfOrphaned(object, { userId, customerId }, deps)
  // Repay also if the account still exists, because its deletion may already have deleted the customer at Stripe.
  if (object.object === 'subscription' && object.status === 'canceled')
    await repayEnded(object.id, deps.stripe)
  const moneyEvent = moneyEventOf(event)
  if (moneyEvent !== undefined) await emailAboutEvent({ ...moneyEvent, eventId: event.id }, deps, now)
  if (customerId === undefined || userId === undefined) {
    log.info('Stripe event without a known customer', { event: event.id, type: event.type })
    await deps.events.record(cause, now)
    return
  }
  if (event.type === 'customer.deleted') await deps.customers.unlink(userId, customerId)
  await syncCustomer({ userId, customerId, cause, now }, deps)
}
