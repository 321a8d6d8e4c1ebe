import { previewPlanChange } from '#shared/contract/subscriptions.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { stripeClient } from '#platform/stripe.ts'
import { Table } from '#platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import { type PlanChangeGateway, planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { findChangeable, startsAtOnce, whileChangeable } from '../plan-change.ts'

interface Dependencies {
  readonly stripe: StripeGateway
  readonly planChanges: PlanChangeGateway
}

const priceChange = async (
  { id: subscriptionId, periodEndEpochSeconds }: ProviderSubscription,
  plan: SubscriptionPlan,
  planChanges: PlanChangeGateway,
  now: Date,
) => {
  const pricedAtEpochSeconds = Math.floor(now.getTime() / 1000)
  const pricedAt = isoTimeOf(pricedAtEpochSeconds)
  if (!startsAtOnce(plan)) {
    const { currency, periodMinor } = await planChanges.priceFullPeriod(subscriptionId, plan)
    const startsAt = isoTimeOf(periodEndEpochSeconds)
    const nothingNow = { isImmediate: false, amountDueMinor: 0, creditMinor: 0 }
    return {
      plan,
      currency,
      ...nothingNow,
      startsAt,
      nextChargeMinor: periodMinor,
      nextChargeAt: startsAt,
      pricedAt,
    }
  }
  const priced = await planChanges.priceImmediateChange({ subscriptionId, plan, pricedAtEpochSeconds })
  // The subscription changed between the two requests. A repeat finds its new state.
  if (priced === undefined) return apiError('payment_provider_error')
  const { currency, amountDueMinor, creditMinor, periodMinor } = priced
  return {
    plan,
    currency,
    isImmediate: true,
    startsAt: pricedAt,
    amountDueMinor,
    creditMinor,
    nextChargeMinor: periodMinor,
    nextChargeAt: isoTimeOf(priced.periodEndEpochSeconds),
    pricedAt,
  }
}

/** Asks Stripe what a change of plan would cost now. Changes nothing. */
export const handle: Handle<typeof previewPlanChange, Dependencies> = async (
  { caller, body: { plan }, now },
  { stripe, planChanges },
) => {
  const live = await findChangeable(caller, stripe)
  if (live instanceof ApiError) return live
  if (live.subscription.plan === plan) return apiError('already_on_plan')
  return whileChangeable(caller, stripe, () => priceChange(live.subscription, plan, planChanges, now))
}

export const handler = serve(
  previewPlanChange,
  handle,
  { stripe: stripeGateway, planChanges: planChangeGateway },
  { table: new Table(), prepare: stripeClient },
)
