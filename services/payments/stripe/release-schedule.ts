import { isInvalidRequest, type StripeClient } from '#platform/stripe.ts'
import { idOf } from './session.ts'

export const scheduleIdOf = async (stripe: StripeClient, subscriptionId: string): Promise<string | null> =>
  idOf((await stripe.subscriptions.retrieve(subscriptionId)).schedule)

/** Releases the schedule of a subscription, which then keeps its plan. Does nothing without one. */
export const releaseSchedule = async (stripe: StripeClient, subscriptionId: string): Promise<void> => {
  const id = await scheduleIdOf(stripe, subscriptionId)
  if (id === null) return
  try {
    await stripe.subscriptionSchedules.release(id)
  } catch (error) {
    // A concurrent request may have released it since it was read.
    if (!isInvalidRequest(error) || (await scheduleIdOf(stripe, subscriptionId)) !== null) throw error
  }
}
