import { maxWebhookBytes } from '../../../shared/values/limits.ts'
import { env } from '../../platform/env.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { log } from '../../platform/log.ts'
import { refused } from '../../platform/refusal.ts'
import type { Stripe } from '../../platform/stripe.ts'
import { Table } from '../../platform/table/table.ts'
import { activate } from '../activate.ts'
import { billingRepository } from '../billing.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'
import { verifyEvent } from './verify-event.ts'

/** The events after which a customer is looked at again. Every other one is thanked for and left alone. */
const relevant = /^(checkout\.session|customer\.subscription|invoice)\./

const customerIdOf = (event: Stripe.Event): string | undefined => {
  const { object } = event.data
  const customer = 'customer' in object ? object.customer : undefined
  return typeof customer === 'string' ? customer : customer?.id
}

/** A session of a one-time payment gives its pass; everything else is the subscription's business. */
const activatePass = async (event: Stripe.Event, needs: SyncNeeds, now: Date) => {
  if (event.data.object.object !== 'checkout.session' || event.data.object.mode !== 'payment') return
  const session = await needs.stripe.findSession(event.data.object.id)
  if (session !== undefined) await activate(session, needs.billing, now)
}

const accepted: RawReply = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ received: true }),
}

/**
 * An event is a nudge: it says which customer to look at, and what is stored comes from Stripe. A repeat has
 * no effect; a failure of ours answers 500, so that Stripe comes back.
 */
const receive = async (event: Stripe.Event, needs: SyncNeeds, now: Date): Promise<RawReply> => {
  const cause = { eventId: event.id, type: event.type }
  if (!relevant.test(event.type) || (await needs.billing.hasSeen(event.id))) return accepted
  await activatePass(event, needs, now)
  const customerId = customerIdOf(event)
  const userId = customerId === undefined ? undefined : await needs.billing.ownerOf(customerId)
  if (customerId === undefined || userId === undefined) {
    log.info('event of nobody we know', { event: event.id, type: event.type })
    await needs.billing.remember(cause, now)
    return accepted
  }
  await syncCustomer({ userId, customerId, cause, now }, needs)
  return accepted
}

const needs: SyncNeeds = {
  billing: billingRepository(new Table()),
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
