import { withStripe } from '#platform/stripe.ts'
import { discardPendingUpdate } from './pending-changes.ts'
import { releaseSchedule } from './release-schedule.ts'

/** Cancels a scheduled or pending change of plan. Does nothing without one. */
export const cancelPlanChange = (subscriptionId: string): Promise<void> =>
  withStripe(async (stripe) => {
    await discardPendingUpdate(stripe, await stripe.subscriptions.retrieve(subscriptionId))
    await releaseSchedule(stripe, subscriptionId)
  })
