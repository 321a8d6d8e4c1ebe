import * as storageKeys from '../../../shared/values/storage-keys.ts'
import { asSubscriptionPlan } from '../../../shared/values/plans.ts'
import type { SubscriptionPlan } from '../../../shared/values/plans.ts'
import { stored } from './stored.ts'

/** The plan that was chosen before signing up, if any: the sign-up's own first, then the last card pressed. */
export const savedPlan = (): SubscriptionPlan | undefined =>
  asSubscriptionPlan(stored(storageKeys.pendingSignupPlan)) ??
  asSubscriptionPlan(stored(storageKeys.selectedPlan))
