import { maxWebhookBytes } from '../../../shared/values/limits.ts'
import { env } from '../../platform/env.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { log } from '../../platform/log.ts'
import { refused } from '../../platform/refusal.ts'
import type { Stripe } from '../../platform/stripe.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { guestKeys } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { type SettleNeeds, settlePayment, settleSession } from '../settle.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'
import { verifyEvent } from './verify-event.ts'

/** The events after which somebody is looked at again. Every other one is thanked for and left alone. */
const relevant = /^(checkout\.session|customer|invoice|charge|refund)\./

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

const accepted: RawReply = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ received: true }),
}

/**
 * An event is a nudge: it says whom to look at, and what is stored comes from Stripe. A repeat has no effect;
 * a failure of ours answers 500, so that Stripe comes back.
 */
const receive = async (event: Stripe.Event, needs: Needs, now: Date): Promise<RawReply> => {
  const cause = { eventId: event.id, type: event.type }
  const { object } = event.data
  if (!relevant.test(event.type) || (await needs.billing.hasSeen(event.id))) return accepted
  if (object.object === 'checkout.session' && object.mode === 'payment')
    await settleSession(object.id, needs, now)
  const intent = paymentIntentOf(object)
  const paidBy = intent === undefined ? undefined : await settlePayment(intent, needs, now)
  const customerId = paidBy ?? customerIdOf(object)
  const userId = customerId === undefined ? undefined : await needs.billing.ownerOf(customerId)
  if (customerId === undefined || userId === undefined) {
    log.info('event of nobody we know', { event: event.id, type: event.type })
    await needs.billing.remember(cause, now)
    return accepted
  }
  if (event.type === 'customer.deleted') await needs.billing.unlinkCustomer(userId, customerId)
  await syncCustomer({ userId, customerId, cause, now }, needs)
  return accepted
}

type Needs = SyncNeeds & SettleNeeds

const table = new Table()
const needs: Needs = {
  billing: billingRepository(table),
  passes: passRepository(table),
  guestKeys,
  stripe: stripeGateway,
  siteUrl: env('SITE_URL'),
}

export const handler = serveRaw('stripe-webhook', maxWebhookBytes, async ({ bytes, header, now }) => {
  const event = await verifyEvent(bytes, header('stripe-signature'), now)
  if (event.livemode !== (env('STRIPE_LIVE_MODE') === 'true')) {
    log.error('event of the wrong mode', { event: event.id, livemode: event.livemode })
    throw refused('validation_failed')
  }
  return receive(event, needs, now)
})
