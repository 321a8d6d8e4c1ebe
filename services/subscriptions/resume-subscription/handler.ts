import { resumeSubscription } from '#shared/contract/subscriptions.ts'
import { isCancelling } from '#shared/rules/entitlement.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { findLiveSubscription, whileSubscribed } from '../find-live-subscription.ts'
import { syncCustomer, type SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

/** Removes a scheduled cancellation. An ended subscription cannot be resumed. */
export const handle: Handle<typeof resumeSubscription, SyncDependencies> = async ({ caller, now }, deps) => {
  const live = await findLiveSubscription(caller, deps.stripe)
  if (live === undefined) return apiError('not_subscribed')
  const rejection = await whileSubscribed(caller, deps.stripe, async () => {
    if (isCancelling(live.subscription)) await deps.stripe.removeScheduledCancellation(live.subscription)
  })
  if (rejection instanceof ApiError) return rejection
  const { userId } = caller
  const { endsAt, hasLive } = await syncCustomer({ userId, customerId: live.customerId, now }, deps)
  // The sync may have finished a withdrawal.
  return hasLive ? { subscription_end: endsAt } : apiError('not_subscribed')
}

const table = new Table()
export const handler = serve(resumeSubscription, handle, syncDependencies(table), { table })
