import { cancelSubscription } from '#shared/contract/subscriptions.ts'
import { isCancelling, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import type { PlanChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { cancelPlanChange } from '#services/payments/stripe/cancel-plan-change.ts'
import { findLiveSubscription, whileSubscribed } from '../find-live-subscription.ts'
import { syncCustomer, type SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

type Dependencies = SyncDependencies & {
  readonly planChanges: Pick<PlanChangeGateway, 'cancelPlanChange'>
}

const cancel = async (subscription: ProviderSubscription, { stripe, planChanges }: Dependencies) => {
  const { id, scheduleId, hasPendingChange } = subscription
  if (isCancelling(subscription)) return
  // Stripe rejects the cancellation of a subscription whose plan is scheduled to change. A pending change must not be
  // paid after the cancellation.
  if (scheduleId || hasPendingChange === true) await planChanges.cancelPlanChange(id)
  await stripe.scheduleCancellation(id)
}

/**
 * Schedules the cancellation at Stripe first, so that nothing changes here when Stripe fails. A repeated call
 * returns the same end.
 */
export const handle: Handle<typeof cancelSubscription, Dependencies> = async ({ caller, now }, deps) => {
  const live = await findLiveSubscription(caller, deps.stripe)
  if (live === undefined) return apiError('not_subscribed')
  const rejection = await whileSubscribed(caller, deps.stripe, () => cancel(live.subscription, deps))
  if (rejection instanceof ApiError) return rejection
  const { userId } = caller
  const { endsAt, hasLive } = await syncCustomer({ userId, customerId: live.customerId, now }, deps)
  // The sync may have finished a withdrawal.
  return hasLive ? { subscription_end: endsAt } : apiError('not_subscribed')
}

const table = new Table()
export const handler = serve(
  cancelSubscription,
  handle,
  { ...syncDependencies(table), planChanges: { cancelPlanChange } },
  { table },
)
