import * as storageKeys from '#shared/values/storage-keys.ts'
import { asSubscriptionPlan } from '#shared/values/plans.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { store, stored } from './stored.ts'

/** Returns the plan of the pending sign-up or, without one, the plan that was selected last. */
export const savedPlan = (): SubscriptionPlan | undefined =>
  asSubscriptionPlan(stored(storageKeys.pendingSignupPlan)) ??
  asSubscriptionPlan(stored(storageKeys.selectedPlan))

/** Marks the tab in which a plan was chosen. Other tabs and later visits keep their usual page after sign-in. */
const tabMark = 'plan-chosen-in-this-tab'

/** Stores the plan that the visitor chose, and that it was in this tab. */
export const choosePlan = (plan: SubscriptionPlan): void => {
  store(storageKeys.selectedPlan, plan)
  try {
    sessionStorage.setItem(tabMark, 'true')
  } catch {
    // Storage is blocked: the user goes to the usual page after sign-in.
  }
}

/** Returns the plan that was chosen in this tab. */
export const planOfThisTab = (): SubscriptionPlan | undefined => {
  try {
    return sessionStorage.getItem(tabMark) === null ? undefined : savedPlan()
  } catch {
    return undefined // storage is blocked
  }
}
