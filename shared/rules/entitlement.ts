import type { SubscriptionPlan } from '../values/plans.ts'

/** One subscription as the payment provider holds it, reduced to what decides access. Epoch seconds. */
export interface ProviderSubscription {
  readonly id: string
  readonly status: string
  readonly plan: SubscriptionPlan | null
  readonly cancelAtPeriodEnd: boolean
  readonly cancelAtEpochSeconds: number | null
  readonly periodEndEpochSeconds: number
  readonly createdEpochSeconds: number
  /** Set while the money of its period has gone back or is disputed: it gives no access then. */
  readonly withdrawn?: string | undefined
}

export interface Entitlement {
  readonly subscribed: boolean
  readonly subscriptionId: string | null
  readonly status: string | null
  readonly plan: SubscriptionPlan | null
  readonly cancelling: boolean
  readonly endsAt: string | null
  /** Why an active subscription gives no access: its money has gone back or is disputed. */
  readonly withdrawn?: string | undefined
}

export const noEntitlement: Entitlement = {
  subscribed: false,
  subscriptionId: null,
  status: null,
  plan: null,
  cancelling: false,
  endsAt: null,
}

/** Statuses in which a subscription can still come back to life or charge: a second one must not start. */
const liveStatuses = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

export const isLive = (subscription: Pick<ProviderSubscription, 'status'>): boolean =>
  liveStatuses.has(subscription.status)

const unpaidStatuses: readonly string[] = ['past_due', 'unpaid']

/** Does a charge of a subscription with this status wait to be paid? */
export const isUnpaid = (status: string | null | undefined): boolean => unpaidStatuses.includes(status ?? '')

const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()

const isActive = (subscription: ProviderSubscription) => subscription.status === 'active'

/**
 * The one that speaks for the customer comes first: an active one before any other, of two active ones the
 * older (the younger is a double and gets undone), then one that lives, then the newest.
 */
const byWeight = (a: ProviderSubscription, b: ProviderSubscription) =>
  Number(isActive(b)) - Number(isActive(a)) ||
  Number(isLive(b)) - Number(isLive(a)) ||
  (isActive(a)
    ? a.createdEpochSeconds - b.createdEpochSeconds
    : b.createdEpochSeconds - a.createdEpochSeconds) ||
  a.id.localeCompare(b.id)

/** Active subscriptions beyond the first: bought twice by mistake, to be cancelled and paid back. */
export const doublesOf = (subscriptions: readonly ProviderSubscription[]): ProviderSubscription[] =>
  subscriptions.toSorted(byWeight).filter(isActive).slice(1)

/**
 * What a customer's subscriptions entitle to. Only `active` gives access: an unpaid charge withdraws it at
 * once. A cancellation is scheduled in one of two shapes (`cancel_at_period_end`, or `cancel_at` as the
 * provider's own portal sets it); both keep access to the end.
 */
export const entitlementOf = (subscriptions: readonly ProviderSubscription[], now: Date): Entitlement => {
  const chosen = subscriptions.toSorted(byWeight)[0]
  if (chosen === undefined) return noEntitlement
  const cancelling = isLive(chosen) && (chosen.cancelAtPeriodEnd || chosen.cancelAtEpochSeconds !== null)
  const endEpochSeconds = chosen.cancelAtEpochSeconds ?? chosen.periodEndEpochSeconds
  const ended = chosen.cancelAtEpochSeconds !== null && now.getTime() >= chosen.cancelAtEpochSeconds * 1000
  return {
    subscribed: chosen.status === 'active' && !ended && !chosen.withdrawn,
    subscriptionId: chosen.id,
    status: chosen.status,
    plan: chosen.plan,
    cancelling,
    endsAt: iso(endEpochSeconds),
    ...(chosen.withdrawn ? { withdrawn: chosen.withdrawn } : {}),
  }
}
