import * as paths from '#shared/values/site-map.ts'
import { type Stripe, stripeApiVersion } from '#platform/stripe.ts'
import { handledEventTypes } from './event-types.ts'

/** The fields of Stripe's webhook endpoints that decide whether our events arrive. */
export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'url' | 'status' | 'enabled_events' | 'api_version' | 'metadata'
>

/** Returns the address to which Stripe delivers the events of a site. */
export const endpointUrl = (siteUrl: string): string => `${siteUrl}${paths.stripeWebhook}`

/** Lists every webhook endpoint of the account, in the mode of the key. */
export const listEndpoints = (stripe: Pick<Stripe, 'webhookEndpoints'>): Promise<Stripe.WebhookEndpoint[]> =>
  stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })

/** Metadata key that records whether the endpoint's signing secret was stored. Stripe shows it only at creation. */
export const secretState = 'signing_secret'

/** Returns whether the signing secret of an endpoint is not stored yet. Until then, its events are rejected. */
export const isPending = ({ metadata }: Pick<WebhookEndpoint, 'metadata'>): boolean =>
  metadata[secretState] === 'pending'

/** Returns whether an endpoint sends events in the API version that this release reads. */
export const isCurrentVersion = ({ api_version }: Pick<WebhookEndpoint, 'api_version'>): boolean =>
  api_version === stripeApiVersion

/** Returns the event types that the service handles and an endpoint does not send. `*` sends all of them. */
export const unsentEventTypes = ({ enabled_events }: Pick<WebhookEndpoint, 'enabled_events'>): string[] =>
  enabled_events.includes('*') ? [] : handledEventTypes.filter((type) => !enabled_events.includes(type))
