import { cancelSubscription } from '../../../shared/contract/billing.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { isEnding, liveSubscription } from '../live-subscription.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'

/**
 * Schedules the end and leaves access as it is: sent twice, it answers the same end. Stripe is told first, so that a
 * provider that fails leaves everything as it was.
 */
const handle: Handle<typeof cancelSubscription, SyncNeeds> = async ({ caller, now }, needs) => {
  const live = await liveSubscription(caller, needs.stripe)
  if (live === undefined) return refused('not_subscribed')
  if (!isEnding(live.subscription)) await needs.stripe.scheduleEnd(live.subscription.id)
  const { endsAt } = await syncCustomer({ userId: caller.userId, customerId: live.customerId, now }, needs)
  return { subscription_end: endsAt }
}

const table = new Table()
export const handler = serve(
  cancelSubscription,
  handle,
  { billing: billingRepository(table), stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table },
)
