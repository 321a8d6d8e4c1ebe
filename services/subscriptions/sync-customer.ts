import {
  type Entitlement,
  entitlementOf,
  type InvoiceFacts,
  isCancelling,
  isLive,
  isUnpaid,
  noEntitlement,
  type ProviderSubscription,
} from '#shared/rules/entitlement.ts'
import type { Account } from '#platform/account/account.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import type { Cause, StripeEventRepository } from '#services/payments/stripe-event.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import { confirmOrder } from '#services/payments/receipt-email.ts'
import { balanceOf } from '#services/payments/unpaid-invoices.ts'
import { emailForTransition } from './email-for-transition.ts'
import { finishWithdrawals } from './finish-withdrawals.ts'
import { applyLatePayments } from './late-payments.ts'
import type { SubscriptionRepository } from './subscription.repository.ts'
import { unconfirmedInvoices } from './unconfirmed-invoices.ts'
import { undoDuplicates } from './undo-duplicates.ts'

export interface SyncDependencies {
  readonly subscriptions: SubscriptionRepository
  readonly events: StripeEventRepository
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

interface Customer {
  readonly userId: string
  readonly customerId: string
  readonly cause?: Cause
  readonly now: Date
}

/** A customer's state at Stripe, after corrections. */
interface Billing {
  readonly subscriptions: readonly ProviderSubscription[]
  readonly invoices: InvoiceFacts
  /** The invoices whose late payments give access and are not marked with it at Stripe. */
  readonly unmarked: readonly string[]
  readonly refunds: number
}

/** Ends a subscription whose retries are over, so that the rule about late payments applies to its open invoice. */
const endUnpaid = async (
  subscriptions: readonly ProviderSubscription[],
  customerId: string,
  stripe: StripeGateway,
): Promise<readonly ProviderSubscription[]> => {
  const unpaid = subscriptions.filter(({ status }) => status === 'unpaid')
  for (const { id } of unpaid) if (await stripe.markUnpaid(id)) await stripe.cancelNow(id)
  return unpaid.length === 0 ? subscriptions : stripe.listSubscriptions(customerId)
}

/**
 * Makes a cancellation in Stripe's portal consistent with an upgrade that was pending. The upgrade is dropped, as our
 * own cancellation does. If the customer paid it first, the subscription ends with the year that was paid for.
 */
const reconcilePendingChanges = async (
  subscriptions: readonly ProviderSubscription[],
  customerId: string,
  stripe: StripeGateway,
): Promise<readonly ProviderSubscription[]> => {
  const cancelling = subscriptions.filter((one) => isLive(one) && isCancelling(one))
  for (const { id, hasPendingChange } of cancelling) if (hasPendingChange) await stripe.dropPendingChange(id)
  const early = cancelling.filter(({ endsBeforePaidChange }) => endsBeforePaidChange)
  for (const { id, periodEndEpochSeconds } of early) await stripe.moveCancellation(id, periodEndEpochSeconds)
  return early.length === 0 ? subscriptions : stripe.listSubscriptions(customerId)
}

/**
 * Corrects a customer's subscriptions at Stripe: undoes duplicates, finishes withdrawals, ends unpaid subscriptions and
 * applies late payments. Returns what Stripe reports then. Reads the invoices only where they matter.
 */
const correctBilling = async (
  { customerId, now }: Customer,
  { stripe }: SyncDependencies,
): Promise<Billing> => {
  const deduplicated = await undoDuplicates(customerId, stripe)
  const afterWithdrawals = await finishWithdrawals(deduplicated.subscriptions, customerId, stripe)
  const withoutUnpaid = await endUnpaid(afterWithdrawals, customerId, stripe)
  const subscriptions = await reconcilePendingChanges(withoutUnpaid, customerId, stripe)
  const mayOwe = subscriptions.some(({ status }) => isUnpaid(status) || status === 'canceled')
  if (!mayOwe) return { subscriptions, invoices: {}, unmarked: [], refunds: deduplicated.refunds }
  const invoices = await stripe.listInvoices(customerId)
  const late = await applyLatePayments(invoices, subscriptions, stripe, now)
  return {
    subscriptions,
    invoices: { lateAccess: late.lateAccess, balanceMinor: balanceOf(invoices) },
    unmarked: late.unmarked,
    refunds: deduplicated.refunds + late.refunds,
  }
}

/** Returns whether an account buys as this customer. */
export const ownsCustomer = (account: Account | undefined, customerId: string): boolean =>
  account?.profile.stripe_customer_id === customerId

/** Returns whether a customer was deleted at Stripe and replaced. The account ignores later changes to it. */
export const isFormerCustomer = ({ profile }: Account, customerId: string): boolean =>
  profile.stripe_customer_id !== undefined && profile.stripe_customer_id !== customerId

export interface SyncResult extends Entitlement {
  /** The payments that this run refunded because they bought nothing. */
  readonly refunds: number
  /** True if the customer has a live subscription at Stripe after this run, which may have ended one. */
  readonly hasLive: boolean
}

/**
 * Updates our record of a customer from Stripe, the source of truth. Reads our version, lists the
 * subscriptions at Stripe, and writes only if the version is unchanged, so that of two concurrent runs the one
 * with older data never wins. Refunds payments that bought nothing. It reads nothing from the event that caused it.
 *
 * @returns what the customer is entitled to now
 * @throws ApiError `payment_provider_error` when Stripe is unavailable. Nothing is written then
 */
export const syncCustomer = (customer: Customer, deps: SyncDependencies): Promise<SyncResult> => {
  const { userId, customerId, cause, now } = customer
  const { subscriptions, events, siteUrl } = deps
  let refunds = 0
  return retryOnConflict<SyncResult>('the subscription record', async () => {
    const account = await subscriptions.find(userId)
    if (account === undefined || isFormerCustomer(account, customerId)) {
      if (cause !== undefined) await events.record(cause, now)
      return { ...noEntitlement, refunds, hasLive: false }
    }
    const billing = await correctBilling(customer, deps)
    refunds += billing.refunds
    const entitlement = entitlementOf(billing.subscriptions, now, billing.invoices)
    const email = emailForTransition(account, entitlement, siteUrl)
    const buyer = { email: account.profile.email, userId }
    const { queueEmail } = subscriptions
    const unconfirmed = await unconfirmedInvoices({
      account,
      entitlement,
      isWelcome: email?.template === 'welcome',
      subscriptions: billing.subscriptions,
      listInvoices: () => deps.stripe.listInvoices(customerId),
    })
    for (const id of unconfirmed) await confirmOrder(id, buyer, { queueEmail, siteUrl }, now)
    const outcome = await subscriptions.project({ account, customerId, entitlement, cause, email, now })
    if (outcome === 'stale') return 'stale'
    // Mark the payments only after their access is stored. Without the mark, they would be refunded if the account is
    // deleted.
    if (outcome === 'written' && entitlement.lateAccess !== undefined)
      for (const invoice of billing.unmarked) await deps.stripe.markAccessGiven(invoice)
    return { ...entitlement, refunds, hasLive: billing.subscriptions.some(isLive) }
  })
}
