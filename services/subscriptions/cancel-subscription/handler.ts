import { cancelSubscription } from '#shared/contract/subscriptions.ts'
import { isCancelling, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import type { PlanChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { cancelPlanChange } from '#services/payments/stripe/cancel-plan-change.ts'
import { changeRenewal } from '../change-renewal.ts'
import type { SyncDependencies } from '../sync-customer.ts'
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
  await stripe.scheduleCancellation(subscription)
}

/** Schedules the cancellation for the end of the period. A repeated call returns the same end. */
export const handle: Handle<typeof cancelSubscription, Dependencies> = (request, deps) =>
  changeRenewal(request, deps, (subscription) => cancel(subscription, deps))

const table = new Table()
export const handler = serve(
  cancelSubscription,
  handle,
  { ...syncDependencies(table), planChanges: { cancelPlanChange } },
  { table },
)
