import { daysUsed } from '#shared/rules/withdrawal.ts'
import {
  isCancelling,
  type ProviderSubscription,
  type RecordedWithdrawal,
} from '#shared/rules/entitlement.ts'
import { type DisputeReason, disputeReasonOf } from '#shared/values/reversal-reasons.ts'
import type { Account } from '#platform/account/account.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { PlanChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { finishWithdrawal, paidInvoicesOf } from '#services/subscriptions/finish-withdrawals.ts'
import { syncCustomer, type SyncDependencies } from '#services/subscriptions/sync-customer.ts'
import { isRecent, type Purchase, type PurchasePayment, toPurchase } from './purchase.ts'

export type SubscriptionPurchaseDependencies = SyncDependencies & {
  readonly planChanges: Pick<PlanChangeGateway, 'cancelPlanChange'>
}

const date = (epochSeconds: number) => new Date(epochSeconds * 1000)

interface SubscriptionPurchase {
  readonly account: Account
  readonly subscription: ProviderSubscription
  readonly invoices: readonly SubscriptionInvoice[]
  readonly latest: SubscriptionInvoice
  readonly usesCredit: boolean
}

/** Returns the time until which a subscription has been used: its end, or `at` while it runs. */
const untilEnd = ({ endedEpochSeconds: ended }: ProviderSubscription, at: Date): Date =>
  typeof ended === 'number' ? date(ended) : at

/**
 * Returns whether a subscription is listed only to finish its withdrawal. The buyer can still withdraw from a
 * subscription that staff have ended, unless a refund or a lost dispute has ended it. An open dispute ends nothing.
 */
const isOver = ({ status, reversal }: ProviderSubscription): boolean =>
  status !== 'active' && (status !== 'canceled' || (reversal !== undefined && reversal.reason !== 'disputed'))

/** Facts that Stripe reports about the payments of a subscription. */
interface PaymentFacts {
  readonly payments: readonly PurchasePayment[]
  readonly dispute: DisputeReason | undefined
  /** The refund of an earlier withdrawal, and the invoice whose payment it was made from. */
  readonly refunded: Pick<RecordedWithdrawal, 'refundMinor' | 'invoiceId'> | undefined
  /** True if the refund of a payment failed, and none succeeded from the same payment. */
  readonly hasFailedRefund: boolean
}

const readPaymentFacts = async (
  { subscription, invoices }: SubscriptionPurchase,
  stripe: SubscriptionPurchaseDependencies['stripe'],
): Promise<PaymentFacts> => {
  const { id, status, reversal, isPaused } = subscription
  const hasEnded = status === 'canceled'
  const payments: PurchasePayment[] = []
  let hasFailedRefund = false
  // The metadata of a running subscription names the dispute. A dispute of an earlier payment may only show as a paused
  // collection.
  let dispute = hasEnded
    ? undefined
    : (disputeReasonOf(reversal?.reason) ?? (isPaused ? 'disputed' : undefined))
  let refunded: PaymentFacts['refunded']
  for (const { id: invoiceId, paymentIntentId: intentId, amountPaidMinor: amountMinor } of invoices) {
    const refunds = intentId === null ? undefined : await stripe.findWithdrawalRefunds(intentId, id)
    if (refunds?.failedRefundId !== undefined && refunds.ownMinor === 0) hasFailedRefund = true
    // The record of a dispute is not updated once the subscription has ended.
    if (hasEnded && intentId !== null)
      dispute ??= disputeReasonOf((await stripe.findPayment(intentId))?.reversal)
    payments.push({ intentId, amountMinor, refundedMinor: refunds?.otherMinor ?? 0 })
    if (refunds !== undefined && refunds.withdrawnMinor > 0)
      refunded = { refundMinor: refunds.withdrawnMinor, invoiceId }
  }
  return { payments, dispute, refunded, hasFailedRefund }
}

const purchaseOf = async (
  bought: SubscriptionPurchase,
  deps: SubscriptionPurchaseDependencies,
  now: Date,
): Promise<Purchase> => {
  const { account, subscription, latest, usesCredit } = bought
  const { id, plan, createdEpochSeconds, periodEndEpochSeconds, reversal } = subscription
  const { stripe } = deps
  const { payments, dispute, refunded, hasFailedRefund } = await readPaymentFacts(bought, stripe)
  const boughtAt = date(createdEpochSeconds)
  const hasEnded = subscription.status === 'canceled'
  const refundedMinor = payments.reduce((sum, payment) => sum + payment.refundedMinor, 0)
  const started = { state: 'started', transferMinor: 0, refundedMinor } as const
  // Former versions recorded a withdrawal by its refund only.
  const recorded = subscription.withdrawal ?? (refunded && { ...started, ...refunded })
  return toPurchase(
    {
      id,
      plan,
      boughtAt,
      useAt: (at) =>
        daysUsed({ start: boughtAt, end: date(periodEndEpochSeconds) }, untilEnd(subscription, at)),
      unit: 'days',
      minutesLeft: 0,
      hasEnded,
      startRequested: subscription.startRequest !== undefined,
      payments,
      // A reversed payment ends the subscription.
      endsRenewals: !hasEnded && reversal === undefined && !isCancelling(subscription),
      obstacle: dispute ?? (usesCredit ? 'credit' : undefined),
      isWithdrawn: recorded !== undefined,
      refund: async (amount) => {
        const withdrawal = recorded ?? { ...started, ...amount, invoiceId: latest.id }
        if (withdrawal.state === 'settled')
          return hasFailedRefund
            ? { state: 'refund_failed' }
            : { state: 'refunded', refundMinor: withdrawal.refundMinor }
        if (recorded === undefined) {
          // Stripe rejects the cancellation of a subscription whose plan is scheduled to change. The end of a subscription
          // cancels its schedule, which Stripe then does not release.
          if (!hasEnded) await deps.planChanges.cancelPlanChange(id)
          await stripe.markWithdrawal(id, withdrawal)
        }
        return finishWithdrawal({ ...subscription, withdrawal }, stripe)
      },
      endAccess: async () => {
        const { user_id: userId, stripe_customer_id: customerId } = account.profile
        if (customerId !== undefined) await syncCustomer({ userId, customerId, now }, deps)
      },
    },
    now,
  )
}

/**
 * Lists the subscriptions of an account. Stripe lists none of a customer that staff have deleted there, so the latest one is
 * read by its id.
 */
const listSubscriptions = async (
  { profile, subscription: record }: Account,
  stripe: SubscriptionPurchaseDependencies['stripe'],
): Promise<ProviderSubscription[]> => {
  const { stripe_customer_id: customerId } = profile
  const listed = customerId === undefined ? [] : await stripe.listSubscriptions(customerId)
  const latestId = record?.welcomed ?? undefined
  if (latestId === undefined || listed.some(({ id }) => id === latestId)) return listed
  const latest = await stripe.findSubscription(latestId)
  return latest === undefined ? listed : [...listed, latest]
}

/** Returns whether staff settled a subscription that has ended. A running one stays listed: it would be charged again. */
const isSettled = ({ status, isSettledByStaff }: ProviderSubscription): boolean =>
  status === 'canceled' && isSettledByStaff === true

/** Finds the subscriptions of an account that were bought recently and are paid. */
export const findSubscriptionPurchases = async (
  account: Account,
  deps: SubscriptionPurchaseDependencies,
  now: Date,
): Promise<Purchase[]> => {
  const recent = (await listSubscriptions(account, deps.stripe)).filter(
    (one) => one.duplicate === undefined && !isSettled(one) && isRecent(date(one.createdEpochSeconds), now),
  )
  const purchases: Purchase[] = []
  for (const subscription of recent) {
    const listed = await deps.stripe.listInvoicesOf(subscription.id)
    const invoices = paidInvoicesOf(listed, subscription.id)
    const byCredit = listed.find(({ status, creditMinor }) => status === 'paid' && creditMinor > 0)
    const latest = invoices.at(-1) ?? byCredit
    if (latest === undefined) continue
    const bought = { account, subscription, invoices, latest, usesCredit: byCredit !== undefined }
    const purchase = await purchaseOf(bought, deps, now)
    if (!isOver(subscription) || purchase.isWithdrawn) purchases.push(purchase)
  }
  return purchases
}
