import type { EmailContent } from '#shared/contract/email.ts'
import { type Entitlement, isUnpaid } from '#shared/rules/entitlement.ts'
import * as paths from '#shared/values/site-map.ts'
import type { Account } from '#platform/account/account.ts'

const welcomeEmail = (
  account: Account,
  { plan, endsAt }: Entitlement,
  siteUrl: string,
): EmailContent | undefined =>
  plan === null || endsAt === null
    ? undefined
    : {
        template: 'welcome',
        name: account.profile.full_name,
        plan,
        renews_at: endsAt,
        link: `${siteUrl}${paths.library}`,
      }

/** Returns the reason why access is restored. An invoice that was written off restores access without a payment. */
const reinstatementReason = ({ subscription }: Account, { isPaid, lateAccess }: Entitlement) => {
  // An unpaid subscription can be disputed too: its payment restores access while the dispute goes on.
  if (subscription?.disputed && !isUnpaid(subscription.status)) return 'dispute_won'
  return isPaid || lateAccess !== undefined ? 'paid' : 'other'
}

const latePaymentEmail = (
  account: Account,
  { lateAccess, endsAt }: Entitlement,
  siteUrl: string,
): EmailContent | undefined =>
  lateAccess === undefined ||
  // The late payment was emailed when it first gave access. A dispute of a later payment has made it the latest one
  // again.
  lateAccess.gaveAccess === true ||
  endsAt === null ||
  account.subscription?.late_invoice_id === lateAccess.invoiceId
    ? undefined
    : {
        template: 'late-payment',
        name: account.profile.full_name,
        amount_minor: lateAccess.amountMinor,
        currency: lateAccess.currency,
        ends_at: endsAt,
        link: `${siteUrl}${paths.profile}`,
      }

/** Returns the reason why a running subscription gives no access. Unpaid comes first: paying restores access. */
const suspensionOf = ({ reversal, status }: Entitlement): 'disputed' | 'unpaid' | undefined => {
  if (isUnpaid(status)) return 'unpaid'
  return reversal?.reason === 'disputed' ? 'disputed' : undefined
}

/** The email about a subscription that is cancelled or resumed while it gives no access. */
const suspendedEmail = (account: Account, after: Entitlement, siteUrl: string): EmailContent | undefined => {
  const { cancelling, endsAt } = after
  const suspended = suspensionOf(after)
  const isNew = cancelling !== (account.subscription?.cancel_at_period_end === true)
  if (!isNew || suspended === undefined || endsAt === null) return undefined
  const { full_name: name } = account.profile
  const link = `${siteUrl}${paths.profile}`
  return cancelling
    ? { template: 'cancelled', name, ends_at: endsAt, suspended, link }
    : {
        template: 'resumed',
        name,
        renews_at: endsAt,
        waits_for: suspended === 'unpaid' ? 'payment' : 'dispute',
        link,
      }
}

/** The email about a reinstated, cancelled or resumed subscription. */
const changeEmail = (account: Account, after: Entitlement, siteUrl: string): EmailContent | undefined => {
  const name = account.profile.full_name
  const link = `${siteUrl}${paths.profile}`
  const before = account.subscription
  if (!after.subscribed) return suspendedEmail(account, after, siteUrl)
  if (after.endsAt === null) return undefined
  // Access had been withdrawn because of an unpaid or disputed charge.
  if (account.subscriber?.subscribed === false)
    return {
      template: 'reinstated',
      name,
      reason: reinstatementReason(account, after),
      ...(after.cancelling && { ends_at: after.endsAt }),
      link,
    }
  if (after.cancelling === before?.cancel_at_period_end) return undefined
  // The email about the lost dispute names the end.
  if (after.cancelling && after.endsByLostDispute) return undefined
  return after.cancelling
    ? {
        template: 'cancelled',
        name,
        ends_at: after.endsAt,
        ...(after.isRenewing && { renewal_due: true }),
        link,
      }
    : {
        template: 'resumed',
        name,
        ...(after.plan !== null && { plan: after.plan }),
        renews_at: after.endsAt,
        ...(after.isPaused && { waits_for: 'dispute' }),
        link,
      }
}

/**
 * Returns the email for the transition from our stored record to the entitlement at Stripe. It is written in the
 * same transaction as the transition, so that each transition sends it once. Emails about payments, refunds, disputes
 * and the end of a subscription are sent by the domain `stripe-events`.
 */
export const emailForTransition = (
  account: Account,
  after: Entitlement,
  siteUrl: string,
): EmailContent | undefined => {
  const before = account.subscription
  const lateEmail = latePaymentEmail(account, after, siteUrl)
  if (lateEmail !== undefined) return lateEmail
  if (after.subscribed && after.lateAccess === undefined && before?.welcomed !== after.subscriptionId)
    return welcomeEmail(account, after, siteUrl)
  if (before?.stripe_subscription_id !== after.subscriptionId || after.subscriptionId === null)
    return undefined
  return changeEmail(account, after, siteUrl)
}
