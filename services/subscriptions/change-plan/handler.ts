import { changePlan } from '#shared/contract/subscriptions.ts'
import type { BodyOf } from '#shared/contract/operation.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PlanChangeGateway, planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import type { PendingConfirmation } from '#services/payments/stripe/pending-changes.ts'
import { findLiveSubscription, type LiveSubscription } from '../find-live-subscription.ts'
import { findChangeable, isConfirmable, startsAtOnce, whileChangeable } from '../plan-change.ts'
import { syncCustomer, type SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

type Dependencies = SyncDependencies & { readonly planChanges: PlanChangeGateway }

interface Change {
  readonly caller: Caller
  readonly live: LiveSubscription
  readonly body: BodyOf<typeof changePlan>
  readonly now: Date
}

const confirmationOf = ({ url, expiresAt }: PendingConfirmation) => ({
  startsAt: null,
  confirmation: { url, expiresAt },
})

const unconfirmed = { confirmation: null }
const changedNow = { startsAt: null, ...unconfirmed }

/** Charges the confirmed amount and changes the plan, or returns why nothing was charged. */
const changeNow = async ({ caller, live, body, now }: Change, { stripe, planChanges }: Dependencies) => {
  const { plan, confirmed } = body
  const pending = live.subscription.hasPendingChange
    ? await planChanges.findPendingConfirmation(live.subscription.id)
    : undefined
  if (pending !== undefined) return confirmationOf(pending)
  const pricedAt = new Date(confirmed?.pricedAt ?? Number.NaN)
  if (confirmed === undefined || !isConfirmable(pricedAt, now)) return apiError('amount_changed')
  const pricedAtEpochSeconds = Math.floor(pricedAt.getTime() / 1000)
  const change = { subscriptionId: live.subscription.id, plan, pricedAtEpochSeconds }
  const priced = await planChanges.priceImmediateChange(change)
  const outcome =
    priced?.amountDueMinor === confirmed.amountDueMinor ? await planChanges.changePlanNow(change) : 'outdated'
  if (outcome === 'declined') return apiError('payment_declined')
  if (outcome === 'changed') return changedNow
  if (typeof outcome === 'object') return confirmationOf(outcome)
  // A concurrent request of the same caller may have changed the plan since it was read.
  const current = await findLiveSubscription(caller, stripe)
  return current?.subscription.plan === plan ? changedNow : apiError('amount_changed')
}

/**
 * Makes the change at Stripe. Returns when it starts: null if the plan is the current one now, or waits to be
 * confirmed.
 */
const makeChange = async (change: Change, deps: Dependencies) => {
  const { live, body } = change
  const { id, plan: current } = live.subscription
  if (current === body.plan) {
    await deps.planChanges.cancelPlanChange(id)
    return changedNow
  }
  if (startsAtOnce(body.plan)) return changeNow(change, deps)
  const startsAt = await deps.planChanges.schedulePlan(id, body.plan)
  return { startsAt: isoTimeOf(startsAt), ...unconfirmed }
}

/** Makes the change at Stripe first, so that nothing changes here when Stripe fails. A repeat changes nothing more. */
export const handle: Handle<typeof changePlan, Dependencies> = async ({ caller, body, now }, deps) => {
  const live = await findChangeable(caller, deps.stripe)
  if (live instanceof ApiError) return live
  const made = await whileChangeable(caller, deps.stripe, () => makeChange({ caller, live, body, now }, deps))
  if (made instanceof ApiError) return made
  await syncCustomer({ userId: caller.userId, customerId: live.customerId, now }, deps)
  return { plan: body.plan, ...made }
}

const table = new Table()
export const handler = serve(
  changePlan,
  handle,
  { ...syncDependencies(table), planChanges: planChangeGateway },
  { table },
)
