import { maxWebhookBytes } from '../../../shared/values/limits.ts'
import { env } from '../../platform/env.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { log } from '../../platform/log.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { guestKeys } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { receive, type ReceiveNeeds } from './receive.ts'
import { verifyEvent } from './verify-event.ts'

const accepted: RawReply = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ received: true }),
}

const table = new Table()
const needs: ReceiveNeeds = {
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
  await receive(event, needs, now)
  return accepted
})
