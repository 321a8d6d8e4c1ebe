import { verifySubscription } from '#shared/contract/subscriptions.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { stripeClient } from '#platform/stripe.ts'
import { Table } from '#platform/table/table.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import type { Session } from '#services/payments/stripe/session.ts'
import { syncCustomer, type SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

/** Stripe attaches the subscription to its session shortly after it redirects the buyer to us. */
const maxReads = 4
const betweenReadsMs = 300

/** Reads a session until its subscription is attached, or `maxReads` times. */
const findSessionWithSubscription = async (
  id: string,
  stripe: StripeGateway,
): Promise<Session | undefined> => {
  for (let count = 1; ; count += 1) {
    const session = await stripe.findSession(id)
    const isPending = session?.mode === 'subscription' && session.subscriptionId === null
    if (!isPending || count === maxReads) return session
    await new Promise((resolve) => setTimeout(resolve, betweenReadsMs))
  }
}

/** Returns why the payment of a subscription no longer counts. A withdrawal counts as a refund. */
const reversalOf = ({ reversal, withdrawal }: ProviderSubscription): ReversalReason | undefined =>
  withdrawal === undefined ? reversal?.reason : 'refunded'

/** Returns why a subscription that was paid for gives no access, if its payment was not reversed. */
const stateOf = ({ status }: ProviderSubscription): 'ended' | 'payment_due' | undefined => {
  if (status === 'canceled') return 'ended'
  return status === 'past_due' || status === 'unpaid' ? 'payment_due' : undefined
}

/**
 * Activates the subscription for the success page. Runs the same sync as the webhook, so either may come first.
 * Sessions of other accounts return `not_found`.
 */
export const handle: Handle<typeof verifySubscription, SyncDependencies> = async (
  { caller, body, now },
  deps,
) => {
  const session = await findSessionWithSubscription(body.session_id, deps.stripe)
  if (session === undefined || session.userId !== caller.userId) return apiError('not_found')
  if (session.subscriptionId === null || session.customerId === null) return { subscription_activated: false }
  const { subscribed } = await syncCustomer(
    { userId: caller.userId, customerId: session.customerId, now },
    deps,
  )
  if (subscribed) return { subscription_activated: true }
  const subscription = await deps.stripe.findSubscription(session.subscriptionId)
  if (subscription === undefined) return { subscription_activated: false }
  const reversal = reversalOf(subscription)
  return { subscription_activated: false, ...(reversal ? { reversal } : { state: stateOf(subscription) }) }
}

const table = new Table()
export const handler = serve(verifySubscription, handle, syncDependencies(table), {
  table,
  prepare: stripeClient,
})
