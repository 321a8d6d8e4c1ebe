import { isUnpaid } from '#shared/rules/entitlement.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import type { SubscriptionInvoice } from './stripe/invoices.ts'

/** A first payment or a change of plan that was never paid is not a debt. A renewal being charged is not overdue. */
const isOwed = ({ status, subscription, isPlanChange }: SubscriptionInvoice): boolean =>
  status === 'open' &&
  subscription.duplicate === undefined &&
  !isPlanChange &&
  (isUnpaid(subscription.status) || subscription.status === 'canceled')

/**
 * Returns the unpaid invoices in the order in which to pay them: first the invoice of a past-due subscription, because
 * paying it restores the subscription, then the newest.
 */
export const unpaidInvoicesOf = (invoices: readonly SubscriptionInvoice[]): SubscriptionInvoice[] =>
  invoices
    .filter(isOwed)
    .toSorted(
      (a, b) =>
        Number(isUnpaid(b.subscription.status)) - Number(isUnpaid(a.subscription.status)) ||
        b.createdEpochSeconds - a.createdEpochSeconds ||
        compareCodeUnits(a.id, b.id),
    )

/** Returns the sum of the unpaid invoices, in pence, or `undefined` if nothing is due. */
export const balanceOf = (invoices: readonly SubscriptionInvoice[]): number | undefined => {
  const unpaid = unpaidInvoicesOf(invoices)
  return unpaid.length === 0
    ? undefined
    : unpaid.reduce((sum, { amountRemainingMinor }) => sum + amountRemainingMinor, 0)
}
