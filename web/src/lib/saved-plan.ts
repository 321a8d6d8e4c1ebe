import * as storageKeys from '#shared/values/storage-keys.ts'
import { asSubscriptionPlan } from '#shared/values/plans.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { store, stored, storedInTab, storeInTab } from './browser-storage.ts'

/** Returns the plan of the pending sign-up or, without one, the plan that was selected last. */
export const savedPlan = (): SubscriptionPlan | undefined =>
  asSubscriptionPlan(stored(storageKeys.pendingSignupPlan)) ??
  asSubscriptionPlan(stored(storageKeys.selectedPlan))

/**
 * Stores the plan that the visitor chose, and that it was chosen in this tab. Other tabs and later visits keep their
 * usual page after sign-in.
 */
export const choosePlan = (plan: SubscriptionPlan): void => {
  store(storageKeys.selectedPlan, plan)
  storeInTab(storageKeys.planOfTab, 'true')
}

/** Returns the plan that was chosen in this tab. */
export const planOfThisTab = (): SubscriptionPlan | undefined =>
  storedInTab(storageKeys.planOfTab) === null ? undefined : savedPlan()
