import { compareCodeUnits } from './compare-code-units.ts'
import type { SubscriptionPlan } from '../values/plans.ts'
import type { ReversalReason } from '../values/reversal-reasons.ts'
import type { StartRequest } from '../values/start-request.ts'
import { isoTimeOf } from './epoch-seconds.ts'

/** A refund or dispute of the payment for a subscription's current period. */
export interface Reversal {
  readonly reason: ReversalReason
  readonly amountMinor: number
}

/** The part of a Stripe subscription that decides access. Times are epoch seconds. */
export interface ProviderSubscription {
  readonly id: string
  readonly status: string
  readonly plan: SubscriptionPlan | null
  readonly cancelAtPeriodEnd: boolean
  readonly cancelAtEpochSeconds: number | null
  readonly periodEndEpochSeconds: number
  readonly createdEpochSeconds: number
  /** Set while the payment for the current period is reversed. The subscription gives no access then. */
  readonly reversal?: Reversal | undefined
  /** The invoice whose full refund or lost dispute ends the subscription, as recorded at Stripe before the end. */
  readonly endsForInvoiceId?: string | undefined
  readonly endedEpochSeconds?: number | null | undefined
  /**
   * The invoices that were unpaid when that refund or dispute ended the subscription. Any payment of them is a late
   * payment, however soon it arrives.
   */
  readonly unpaidInvoiceIds?: readonly string[] | undefined
  /** Set once the subscription was recognised as a duplicate: it never counts again. */
  readonly duplicate?: DuplicateState | undefined
  /** True while Stripe charges no renewals: during a dispute. Stripe still reports the status `active` then. */
  readonly isPaused?: boolean | undefined
  /** Stripe's status of the latest invoice, for example `paid` or `void`. */
  readonly latestInvoiceStatus?: string | null | undefined
  readonly latestInvoiceId?: string | null | undefined
  /** True once a renewal or a change of plan was invoiced. */
  readonly hasLaterInvoice?: boolean | undefined
  /** The schedule that changes the plan later. Stripe rejects a cancellation until it is released. */
  readonly scheduleId?: string | null | undefined
  /** True while a change of plan waits for the customer to confirm its payment. */
  readonly hasPendingChange?: boolean | undefined
  /** True if a lost dispute of an earlier payment ends the subscription with its current period. */
  readonly endsByLostDispute?: boolean | undefined
  /**
   * True if a change of plan was paid after the cancellation, and the subscription ends before the period that it
   * bought.
   */
  readonly endsBeforePaidChange?: boolean | undefined
  /** The buyer's request for a start within the withdrawal period. */
  readonly startRequest?: StartRequest | undefined
  /** Set once the buyer has withdrawn from the subscription. */
  readonly withdrawal?: RecordedWithdrawal | undefined
  /** True once staff have marked a withdrawal that they settled by email. */
  readonly isSettledByStaff?: boolean | undefined
}

/** A withdrawal from a subscription, recorded at Stripe before anything is refunded. Amounts are in pence. */
export interface RecordedWithdrawal {
  /** `started`: the end of the subscription, a refund or the report to staff may be missing. */
  readonly state: 'started' | 'settled'
  readonly refundMinor: number
  /** The part of the refund that staff repay, because it was paid outside of Stripe. */
  readonly transferMinor: number
  /** Earlier refunds for other reasons, which are deducted already. */
  readonly refundedMinor: number
  /** The latest invoice that the refund covers. */
  readonly invoiceId: string
}

/** `refund_due`: its payments must still be refunded. `settled`: there is nothing more to refund. */
export type DuplicateState = 'refund_due' | 'settled'

/**
 * Access that late payments of invoices of an ended subscription bought: one period each, without renewal. Plan and
 * amount belong to the last payment that gives access, or to the disputed payment that suspends it.
 */
export interface LateAccess {
  readonly invoiceId: string
  readonly plan: SubscriptionPlan | null
  readonly amountMinor: number
  readonly currency: string
  readonly endsAtEpochSeconds: number
  /** True while the bank disputes the payment, and no other payment gives access now. */
  readonly isDisputed: boolean
  /** True while the bank disputes another late payment: if we win the dispute, the access ends later. */
  readonly isAnotherDisputed?: boolean | undefined
  /** True once our record has given access for the payment: the customer was emailed then. */
  readonly gaveAccess?: boolean | undefined
}

/** Facts about a customer's invoices that its subscriptions do not contain. */
export interface InvoiceFacts {
  readonly lateAccess?: LateAccess | undefined
  /** The sum of unpaid invoices. Absent if nothing is due. */
  readonly balanceMinor?: number | undefined
}

/** The access that a customer's subscriptions give. Times are ISO. */
export interface Entitlement {
  readonly subscribed: boolean
  readonly subscriptionId: string | null
  readonly status: string | null
  readonly plan: SubscriptionPlan | null
  readonly cancelling: boolean
  /** True if it is cancelling because of a lost dispute. The email about the dispute says so. */
  readonly endsByLostDispute?: boolean | undefined
  readonly endsAt: string | null
  /** Set if a live subscription, or a late payment, gives no access because its payment is reversed. */
  readonly reversal?: Reversal | undefined
  /** True while a payment for another period is disputed: the current one is paid, and nothing more is charged. */
  readonly isPaused?: boolean | undefined
  /** The late payment that gives access, if there is one. */
  readonly lateAccess?: LateAccess | undefined
  /** The sum of unpaid invoices, in pence. Absent if nothing is due. */
  readonly balanceMinor?: number | undefined
  /** True if Stripe reports the latest invoice as paid. */
  readonly isPaid?: boolean | undefined
  /** True while the renewal is still being charged. */
  readonly isRenewing?: boolean | undefined
  /** The buyer's request for a start within the withdrawal period. */
  readonly startRequest?: StartRequest | undefined
}

export const noEntitlement: Entitlement = {
  subscribed: false,
  subscriptionId: null,
  status: null,
  plan: null,
  cancelling: false,
  endsAt: null,
}

/**
 * Statuses in which a subscription can still charge or become active again. A second subscription must not start in the
 * meantime.
 */
const liveStatuses = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

/** Decides whether a subscription blocks a second one. */
export const isLive = (subscription: Pick<ProviderSubscription, 'status'>): boolean =>
  liveStatuses.has(subscription.status)

const unpaidStatuses: readonly string[] = ['past_due', 'unpaid']

type ScheduledEnd = Pick<
  ProviderSubscription,
  'cancelAtPeriodEnd' | 'cancelAtEpochSeconds' | 'periodEndEpochSeconds'
>

/**
 * Decides whether a subscription ends without another charge. Its end is scheduled in either of two shapes. Staff can
 * schedule one after the next renewal in Stripe's dashboard, and that renewal is charged.
 */
export const isCancelling = ({
  cancelAtPeriodEnd,
  cancelAtEpochSeconds,
  periodEndEpochSeconds,
}: ScheduledEnd): boolean =>
  cancelAtEpochSeconds === null ? cancelAtPeriodEnd : cancelAtEpochSeconds <= periodEndEpochSeconds

/** Decides whether a subscription with this status has an unpaid charge. */
export const isUnpaid = (status: string | null | undefined): boolean => unpaidStatuses.includes(status ?? '')

/**
 * Returns whether the renewal is still being charged. The new period gives access already, but Stripe issues its invoice
 * and charges it only about an hour later, even if the subscription is cancelled in between.
 *
 * @see https://docs.stripe.com/billing/invoices/subscription
 */
export const isRenewing = ({ status, isPaused, latestInvoiceStatus }: ProviderSubscription): boolean =>
  status === 'active' &&
  isPaused !== true &&
  (latestInvoiceStatus === 'draft' || latestInvoiceStatus === 'open')

const isActive = (subscription: ProviderSubscription) => subscription.status === 'active'

/**
 * Sorts subscriptions by precedence: active before others, the older of two active ones first (the newer one is a
 * duplicate), then live before ended, then newest first.
 */
const byPrecedence = (a: ProviderSubscription, b: ProviderSubscription) =>
  Number(isActive(b)) - Number(isActive(a)) ||
  Number(isLive(b)) - Number(isLive(a)) ||
  (isActive(a)
    ? a.createdEpochSeconds - b.createdEpochSeconds
    : b.createdEpochSeconds - a.createdEpochSeconds) ||
  compareCodeUnits(a.id, b.id)

/** Returns all active subscriptions except the first. They were bought by mistake and are cancelled and refunded. */
export const duplicateSubscriptions = (
  subscriptions: readonly ProviderSubscription[],
): ProviderSubscription[] => withoutDuplicates(subscriptions).toSorted(byPrecedence).filter(isActive).slice(1)

const withoutDuplicates = (subscriptions: readonly ProviderSubscription[]) =>
  subscriptions.filter(({ duplicate }) => duplicate === undefined)

/** Returns the subscription that decides access: cancellations and changes of plan apply to it too. */
export const currentSubscription = (
  subscriptions: readonly ProviderSubscription[],
): ProviderSubscription | undefined => withoutDuplicates(subscriptions).toSorted(byPrecedence)[0]

/** Returns whether a subscription is paused without being paid for. Stripe still reports it as active. */
const isUnpaidPause = ({ isPaused, latestInvoiceStatus }: ProviderSubscription): boolean =>
  isPaused === true && latestInvoiceStatus !== 'paid'

/** Returns whether a subscription is past its cancellation date, or paused without a payment. */
const givesNoAccess = (subscription: ProviderSubscription, now: Date): boolean => {
  const { cancelAtEpochSeconds: cancelAt } = subscription
  const hasEnded = cancelAt !== null && now.getTime() >= cancelAt * 1000
  return hasEnded || isUnpaidPause(subscription)
}

const subscriptionEntitlement = (chosen: ProviderSubscription, now: Date): Entitlement => ({
  subscribed: isActive(chosen) && !givesNoAccess(chosen, now) && chosen.reversal === undefined,
  subscriptionId: chosen.id,
  status: chosen.status,
  plan: chosen.plan,
  cancelling: isLive(chosen) && isCancelling(chosen),
  endsAt: isoTimeOf(Math.min(chosen.cancelAtEpochSeconds ?? Infinity, chosen.periodEndEpochSeconds)),
  // The bank may decide long after the subscription has ended. There is no access to suspend then.
  ...(chosen.reversal && isLive(chosen) ? { reversal: chosen.reversal } : {}),
  ...(chosen.latestInvoiceStatus === 'paid' ? { isPaid: true } : {}),
  ...(isRenewing(chosen) ? { isRenewing: true } : {}),
  ...(isLive(chosen) && chosen.isPaused === true ? { isPaused: true } : {}),
  ...(isLive(chosen) && chosen.endsByLostDispute === true ? { endsByLostDispute: true } : {}),
  ...(chosen.startRequest ? { startRequest: chosen.startRequest } : {}),
})

/** Adds the access of a late payment to an entitlement that gives none. */
const withLateAccess = (entitlement: Entitlement, late: LateAccess, now: Date): Entitlement => {
  if (entitlement.subscribed || now.getTime() >= late.endsAtEpochSeconds * 1000) return entitlement
  const { plan, amountMinor, isDisputed, isAnotherDisputed } = late
  const own = { ...entitlement, plan: plan ?? entitlement.plan, endsAt: isoTimeOf(late.endsAtEpochSeconds) }
  return isDisputed
    ? { ...own, reversal: { reason: 'disputed', amountMinor } }
    : {
        ...own,
        subscribed: true,
        cancelling: false,
        lateAccess: late,
        ...(isAnotherDisputed === true && { isPaused: true }),
      }
}

/**
 * Computes what a customer's subscriptions and invoices entitle them to. Only the status `active` gives access, so an
 * unpaid charge ends access immediately. A cancellation can be scheduled by `cancel_at_period_end`, or by `cancel_at`
 * as in Stripe's portal. Both keep access until the end. A late payment of an ended subscription gives access for one
 * period.
 */
export const entitlementOf = (
  subscriptions: readonly ProviderSubscription[],
  now: Date,
  { lateAccess, balanceMinor }: InvoiceFacts = {},
): Entitlement => {
  const chosen = currentSubscription(subscriptions)
  if (chosen === undefined) return noEntitlement
  const own = subscriptionEntitlement(chosen, now)
  return {
    ...(lateAccess === undefined ? own : withLateAccess(own, lateAccess, now)),
    ...(balanceMinor === undefined ? {} : { balanceMinor }),
  }
}
