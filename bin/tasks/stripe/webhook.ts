import type { Stripe } from 'stripe'
import { stripeApiVersion } from '#platform/stripe.ts'
import { handledEventTypes } from '#services/stripe-events/event-types.ts'
import {
  endpointUrl,
  isCurrentVersion,
  isPending,
  listEndpoints,
  secretState,
  unsentEventTypes,
} from '#services/stripe-events/webhook-endpoint.ts'
import { dashboard } from './dashboard.ts'
import { differingFields, type Difference } from './difference.ts'
import type { StripeOptions } from './options.ts'
import type { SecretStore } from './secret-store.ts'

/** A run that has not stored the secret after this time has stopped. Its calls of Stripe take a minute at most. */
const storingLimitMs = 5 * 60_000

const isBeingStored = (one: Stripe.WebhookEndpoint): boolean =>
  isPending(one) && Date.now() - one.created * 1000 < storingLimitMs

const listOurs = async (stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> =>
  (await listEndpoints(stripe)).filter((one) => one.url === url)

const isSigningSecret = (value: string): boolean => value.startsWith('whsec_')

/**
 * Creates the endpoint and stores its secret before all earlier ones, which sign the events of older endpoints. If
 * the secret cannot be stored, the endpoint is deleted again, because its secret cannot be read later. The
 * same happens if another run has created one in the meantime: the later secret would replace the earlier one.
 */
const createEndpoint = async (stripe: Stripe, url: string, secrets: SecretStore): Promise<string> => {
  const earlier = (await secrets.read()).split(',').filter(isSigningSecret)
  const { id, secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...handledEventTypes],
    api_version: stripeApiVersion,
    metadata: { [secretState]: 'pending' },
  })
  try {
    if (secret === undefined) throw new Error('Stripe returned no signing secret.')
    const other = (await listOurs(stripe, url)).find((one) => one.id !== id && isCurrentVersion(one))
    if (other) throw new Error(`Another run has created ${other.id} at the same time.`)
    // A rotation keeps at most one earlier secret, which belongs to the endpoint that is being replaced.
    await secrets.write([secret, ...earlier.slice(0, 1)].join(','))
  } catch (cause) {
    await stripe.webhookEndpoints.del(id)
    throw new Error(
      `The signing secret could not be stored in ${secrets.name}, so the new webhook endpoint was deleted again: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
  await stripe.webhookEndpoints.update(id, { metadata: { [secretState]: 'stored' } })
  return `Created webhook endpoint ${id} and stored its signing secret in ${secrets.name}. Functions use it within two minutes.`
}

const deletion =
  (stripe: Stripe, { id }: Stripe.WebhookEndpoint) =>
  async (): Promise<string> => {
    await stripe.webhookEndpoints.del(id)
    return `Deleted webhook endpoint ${id}.`
  }

/**
 * Describes an endpoint that another one replaces. Until the new release is deployed, only the old endpoint delivers
 * events that we accept.
 */
const oldEndpoint = (stripe: Stripe, one: Stripe.WebhookEndpoint, options: StripeOptions): Difference =>
  options.deletesOldEndpoints
    ? {
        text: `Webhook endpoint ${one.id} is a second one for the same address`,
        apply: deletion(stripe, one),
      }
    : {
        text: `Webhook endpoint ${one.id} (API version ${one.api_version ?? 'of the account'}) is a second one for the same address. Deploy the stage, then run the command with --delete-old-endpoints`,
      }

const changes = (stripe: Stripe, current: Stripe.WebhookEndpoint): Difference[] => {
  const actual = { status: current.status, enabled_events: current.enabled_events.toSorted() }
  const wanted = { status: 'enabled', enabled_events: [...handledEventTypes].toSorted() }
  if (differingFields(wanted, actual).length === 0) return []
  const surplus = actual.enabled_events.filter((type) => !wanted.enabled_events.some((one) => one === type))
  const absent = unsentEventTypes(current).toSorted()
  const parts = [
    actual.status === 'enabled' ? [] : [`it is ${actual.status}`],
    surplus.length > 0 ? [`it sends ${surplus.join(', ')}, which the service ignores`] : [],
    absent.length > 0 ? [`it does not send ${absent.join(', ')}`] : [],
  ].flat()
  return [
    {
      text: `Webhook endpoint ${current.id}: ${parts.join('; ')}`,
      apply: async () => {
        await stripe.webhookEndpoints.update(current.id, {
          disabled: false,
          enabled_events: [...handledEventTypes],
        })
        return `Changed webhook endpoint ${current.id}.`
      },
    },
  ]
}

const secretDifferences = async (
  { id }: Stripe.WebhookEndpoint,
  options: StripeOptions,
  secrets: SecretStore,
): Promise<Difference[]> =>
  // The value that CloudFormation generated stays behind the first one that was stored by hand.
  (await secrets.read()).split(',').some(isSigningSecret)
    ? []
    : [
        {
          text: `${secrets.name} does not contain the signing secret of webhook endpoint ${id}. Copy it from ${dashboard(options, `webhooks/${id}`)} and store it as docs/runbook.md describes under Changing secrets`,
        },
      ]

/**
 * Compares the webhook endpoint of the site: its events, its API version, and whether its secret is stored. The API
 * cannot change the version of an endpoint, so another version leads to a second endpoint.
 */
export const webhookDifferences = async (
  stripe: Stripe,
  options: StripeOptions,
  secrets: SecretStore,
): Promise<Difference[]> => {
  const url = endpointUrl(options.site)
  const ours = await listOurs(stripe, url)
  const beingStored = ours.find(isBeingStored)
  if (beingStored)
    return [
      {
        text: `Webhook endpoint ${beingStored.id} is being set up by another run, or by one that has just stopped. Repeat the command in five minutes`,
      },
    ]
  const usable = ours.filter((one) => !isPending(one))
  const current = usable.find(isCurrentVersion)
  const abandoned = ours
    .filter((one) => !usable.includes(one))
    .map((one) => ({
      text: `Webhook endpoint ${one.id}: an earlier run stopped before it stored the signing secret`,
      apply: deletion(stripe, one),
    }))
  if (current === undefined)
    return [
      ...abandoned,
      {
        text: `Webhook endpoint ${url} with API version ${stripeApiVersion} does not exist`,
        apply: () => createEndpoint(stripe, url, secrets),
      },
    ]
  return [
    ...abandoned,
    ...changes(stripe, current),
    ...(await secretDifferences(current, options, secrets)),
    ...usable.filter((one) => one !== current).map((one) => oldEndpoint(stripe, one, options)),
  ]
}
