import { log } from '../../platform/log.ts'
import type { Stripe } from '../../platform/stripe.ts'
import { type SettleNeeds, settlePayment, settleSession } from '../settle.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'

export type ReceiveNeeds = SyncNeeds & SettleNeeds

/** The events after which somebody is looked at again. Every other one is thanked for and left alone. */
const relevant =
  /^(?:checkout\.session\.|customer\.(?:subscription\.|updated|deleted)|invoice\.|charge\.|refund\.)/

type EventObject = Stripe.Event['data']['object']

const customerIdOf = (object: EventObject): string | undefined => {
  if (object.object === 'customer') return object.id
  const customer = 'customer' in object ? object.customer : undefined
  return typeof customer === 'string' ? customer : customer?.id
}

/** The payment that an event about a charge, a refund or a dispute speaks of. */
const paymentIntentOf = (object: EventObject): string | undefined => {
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute')
    return undefined
  const intent = object.payment_intent
  return typeof intent === 'string' ? intent : intent?.id
}

/**
 * An event is a nudge: it says whom to look at, and what is stored comes from Stripe. A repeat has no effect;
 * a failure of ours answers 500, so that Stripe comes back.
 */
export const receive = async (event: Stripe.Event, needs: ReceiveNeeds, now: Date): Promise<void> => {
  const cause = { eventId: event.id, type: event.type }
  const { object } = event.data
  if (!relevant.test(event.type) || (await needs.billing.hasSeen(event.id))) return
  if (object.object === 'checkout.session' && object.mode === 'payment')
    await settleSession(object.id, needs, now)
  const intent = paymentIntentOf(object)
  const paidBy = intent === undefined ? undefined : await settlePayment(intent, needs, now)
  const customerId = paidBy ?? customerIdOf(object)
  const userId = customerId === undefined ? undefined : await needs.billing.ownerOf(customerId)
  if (customerId === undefined || userId === undefined) {
    log.info('event of nobody we know', { event: event.id, type: event.type })
    await needs.billing.remember(cause, now)
    return
  }
  if (event.type === 'customer.deleted') await needs.billing.unlinkCustomer(userId, customerId)
  await syncCustomer({ userId, customerId, cause, now }, needs)
}
