import '#test/kit/in-memory/environment.ts'
import { changePlan } from '#shared/contract/subscriptions.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { ApiError } from '#platform/api-error.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { handle as handleChange } from '#services/subscriptions/change-plan/handler.ts'
import { handle as handlePreview } from '#services/subscriptions/preview-plan-change/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { callerOf } from './withdrawal-steps.ts'
import type { UserName, World } from './world.ts'

/**
 * Previews a change of plan and confirms what it costs. With the current plan, cancels a scheduled or pending change.
 * A failed request may be sent again by a later step.
 */
export const changePlanOf = async (world: World, user: UserName, plan: SubscriptionPlan): Promise<void> => {
  const deps = { ...world.deps, planChanges: planChangeGateway }
  const now = world.clock.now()
  const caller = await callerOf(world, user)
  const preview = await handlePreview(
    { caller, body: { plan }, now, client: { address: '198.18.0.1' } },
    deps,
  )
  const confirmed =
    preview instanceof ApiError
      ? undefined
      : { pricedAt: preview.pricedAt, amountDueMinor: preview.amountDueMinor }
  const body = confirmed === undefined ? { plan } : { plan, confirmed }
  await callInMemory(changePlan, handleChange, { caller, body, now }, deps)
}
