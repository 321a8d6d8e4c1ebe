import { daysUsed } from '#shared/rules/withdrawal.ts'
import { mayWithdraw } from '#shared/rules/withdrawal.ts'
import type { ProviderSubscription } from '#shared/rules/entitlement.ts'
import type { Account } from '#platform/account/account.ts'
import type { SubscriptionInvoice } from '#services/payments/stripe/invoices.ts'
import type { PlanChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { syncCustomer, type SyncDependencies } from '#services/subscriptions/sync-customer.ts'
import { type Purchase, type PurchasePayment, toPurchase } from './purchase.ts'

export type SubscriptionPurchaseDependencies = SyncDependencies & {
  readonly planChanges: Pick<PlanChangeGateway, 'withdrawPlanChange'>
}

type PaidInvoice = SubscriptionInvoice & { readonly paymentIntentId: string }

const isPaid = (invoice: SubscriptionInvoice): invoice is PaidInvoice =>
  invoice.status === 'paid' && invoice.amountPaidMinor > 0 && invoice.paymentIntentId !== null

const date = (epochSeconds: number) => new Date(epochSeconds * 1000)

interface Bought {
  readonly account: Account
  readonly customerId: string
  readonly subscription: ProviderSubscription
  readonly invoices: readonly PaidInvoice[]
  readonly latest: PaidInvoice
}

const purchaseOf = async (bought: Bought, deps: SubscriptionPurchaseDependencies, now: Date) => {
  const { account, customerId, subscription, invoices, latest } = bought
  const { id, plan, createdEpochSeconds, periodEndEpochSeconds, reversal, isPaused } = subscription
  const { stripe } = deps
  const boughtAt = date(createdEpochSeconds)
  const payments: PurchasePayment[] = []
  let withdrawnMinor = 0
  for (const { paymentIntentId: intentId, amountPaidMinor: amountMinor } of invoices) {
    const refunds = await stripe.findWithdrawalRefunds(intentId, id)
    payments.push({ intentId, amountMinor, refundedMinor: refunds.otherMinor })
    withdrawnMinor += refunds.withdrawnMinor
  }
  return toPurchase(
    {
      id,
      plan,
      boughtAt,
      useAt: (at) => daysUsed({ start: boughtAt, end: date(periodEndEpochSeconds) }, at),
      unit: 'days',
      minutesLeft: 0,
      startRequested: subscription.startRequest !== undefined,
      payments,
      isDisputed: isPaused === true || (reversal !== undefined && reversal.reason !== 'refunded'),
      withdrawnMinor,
      // Stripe rejects the cancellation of a subscription whose plan is scheduled to change.
      prepare: () => deps.planChanges.withdrawPlanChange(id),
      endAccess: async () => {
        const amountMinor = latest.amountPaidMinor
        await stripe.recordReversal(id, { reason: 'refunded', amountMinor, invoiceId: latest.id })
        await stripe.cancelNow(id)
        await syncCustomer({ userId: account.profile.user_id, customerId, now }, deps)
      },
    },
    now,
  )
}

/** Finds the subscriptions of an account that were bought within the withdrawal period and are paid. */
export const findSubscriptionPurchases = async (
  account: Account,
  deps: SubscriptionPurchaseDependencies,
  now: Date,
): Promise<Purchase[]> => {
  const { stripe_customer_id: customerId } = account.profile
  if (customerId === undefined) return []
  const recent = (await deps.stripe.listSubscriptions(customerId)).filter(
    ({ createdEpochSeconds, duplicate }) =>
      duplicate === undefined && mayWithdraw(date(createdEpochSeconds), now),
  )
  if (recent.length === 0) return []
  const paid = (await deps.stripe.listInvoices(customerId)).filter(isPaid)
  const purchases: Purchase[] = []
  for (const subscription of recent) {
    // Stripe lists the newest first, which orders invoices of the same second.
    const invoices = paid
      .filter((invoice) => invoice.subscription.id === subscription.id)
      .toReversed()
      .toSorted((a, b) => a.createdEpochSeconds - b.createdEpochSeconds)
    const latest = invoices.at(-1)
    if (latest === undefined) continue
    const bought = { account, customerId, subscription, invoices, latest }
    const purchase = await purchaseOf(bought, deps, now)
    // An ended subscription is listed only to finish its withdrawal.
    if (subscription.status === 'active' || purchase.withdrawnMinor > 0) purchases.push(purchase)
  }
  return purchases
}
