import { isCancelling, isRenewing, isUnpaid, type ProviderSubscription } from '#shared/rules/entitlement.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { brand } from '#shared/values/brand.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import type { Account } from '#platform/account/account.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import { findLiveSubscription, type LiveSubscription } from './find-live-subscription.ts'
import { explainRejection } from './explain-rejection.ts'

/** A change to annual starts immediately, and a change to monthly at the end of the paid year. */
export const startsAtOnce = (plan: SubscriptionPlan): boolean => plan === 'annual'

/**
 * Time for which a previewed amount can be confirmed. It limits the credit that a caller can claim by naming a time.
 */
const confirmableMs = 15 * 60_000

/** Returns whether a preview made at `pricedAt` can still be confirmed. */
export const isConfirmable = (pricedAt: Date, now: Date): boolean => {
  const ageMs = now.getTime() - pricedAt.getTime()
  return ageMs >= 0 && ageMs <= confirmableMs
}

const renewing = 'We’re taking the payment for your renewal. Please try again in an hour.'

/** Names the end that staff have scheduled for after the next renewal. The member has nothing to resume. */
const endsLater = (end: number): string =>
  `We’ve set your subscription to end on ${dateInWords(isoTimeOf(end))}, so its plan can’t be changed here. If you’d like another plan, please email us at ${brand.supportEmail}.`

/** Returns why a subscription cannot change its plan now, or `undefined` if it can. */
export const planChangeRejection = (subscription: ProviderSubscription) => {
  const { status, reversal, isPaused, withdrawal, cancelAtEpochSeconds: end } = subscription
  if (withdrawal !== undefined) return apiError('not_subscribed')
  if (isUnpaid(status)) return apiError('payment_due')
  if (reversal?.reason === 'disputed' || isPaused === true) return apiError('payment_disputed')
  if (isCancelling(subscription)) return apiError('subscription_ending')
  if (end !== null) return apiError('subscription_ending', { message: endsLater(end) })
  // A change would credit a period that is not paid for yet.
  if (isRenewing(subscription)) return apiError('payment_in_progress', { message: renewing })
  return status !== 'active' || reversal !== undefined ? apiError('not_subscribed') : undefined
}

/** Finds the subscription of an account whose plan can be changed, or returns why there is none. */
export const findChangeable = async (account: Account, stripe: StripeGateway) => {
  const live: LiveSubscription | undefined = await findLiveSubscription(account, stripe)
  if (live === undefined) return apiError('not_subscribed')
  return planChangeRejection(live.subscription) ?? live
}

/** Makes requests about a change of plan. Returns the reason if the plan can no longer be changed. */
export const whileChangeable = async <Result>(
  account: Account,
  stripe: StripeGateway,
  requests: () => Promise<Result>,
) =>
  explainRejection(requests, async () => {
    const current = await findChangeable(account, stripe)
    return current instanceof ApiError ? current : undefined
  })
