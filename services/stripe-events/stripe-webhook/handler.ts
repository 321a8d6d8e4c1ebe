import { maxWebhookBytes } from '#shared/values/limits.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { type RawResponse, type RawRequest, serveRaw } from '#platform/http/serve-raw.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { Table } from '#platform/table/table.ts'
import { guestKeys } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { syncDependencies } from '#services/subscriptions/sync-dependencies.ts'
import { processEvent, type ProcessEventDependencies } from './process-event.ts'
import { verifyEvent } from './verify-event.ts'

interface Dependencies extends ProcessEventDependencies {
  /** True if this stage uses live payments. Events of the other mode are rejected. */
  readonly liveMode: boolean
}

const accepted: RawResponse = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ received: true }),
}

/**
 * Processes an event of Stripe. Stripe delivers it again, for three days, if the response is an error.
 *
 * @throws ApiError of `verifyEvent`, or `validation_failed` if the event is of the other mode, test or live
 */
export const handle = async (
  { bytes, header, now }: RawRequest,
  dependencies: Dependencies,
): Promise<RawResponse> => {
  const event = await verifyEvent(bytes, header('stripe-signature'), now)
  if (event.livemode !== dependencies.liveMode) {
    countMetrics({ WrongModeEvents: 1 })
    log.error('rejected a Stripe event of the wrong mode', { event: event.id, livemode: event.livemode })
    throw apiError('validation_failed')
  }
  await processEvent(event, dependencies, now)
  return accepted
}

const table = new Table()
const deps: Dependencies = {
  ...syncDependencies(table),
  customers: customerRepository(table),
  passes: passRepository(table),
  guestKeys,
  liveMode: env('STRIPE_LIVE_MODE') === 'true',
}
export const handler = serveRaw('stripe-webhook', maxWebhookBytes, (request) => handle(request, deps))
