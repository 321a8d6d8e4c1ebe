import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { explainRejection } from './explain-rejection.ts'
import { findLiveSubscription } from './find-live-subscription.ts'
import { syncCustomer, type SyncDependencies } from './sync-customer.ts'

/**
 * Changes whether the caller's live subscription renews. Stripe is changed first, so that nothing changes here when Stripe
 * fails. Returns when the access ends, or `not_subscribed` if there is no live subscription, or if it ends in the meantime.
 */
export const changeRenewal = async (
  { caller, now }: { readonly caller: Caller; readonly now: Date },
  deps: SyncDependencies,
  changeAtStripe: (subscription: ProviderSubscription) => Promise<void>,
) => {
  const live = await findLiveSubscription(caller, deps.stripe)
  if (live === undefined) return apiError('not_subscribed')
  const rejection = await explainRejection(
    () => changeAtStripe(live.subscription),
    async () =>
      (await findLiveSubscription(caller, deps.stripe)) === undefined
        ? apiError('not_subscribed')
        : undefined,
  )
  if (rejection instanceof ApiError) return rejection
  const { userId } = caller
  const { endsAt, hasLive } = await syncCustomer({ userId, customerId: live.customerId, now }, deps)
  // The sync may have finished a withdrawal.
  return hasLive ? { subscription_end: endsAt } : apiError('not_subscribed')
}
