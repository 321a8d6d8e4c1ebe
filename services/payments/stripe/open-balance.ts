import type { Billing } from '#shared/contract/payments.ts'
import { isoTimeOrNull } from '#shared/rules/epoch-seconds.ts'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import type { Stripe } from '#platform/stripe.ts'

/** An unpaid invoice of a subscription. */
export interface OwedInvoice extends Pick<
  Stripe.Invoice,
  'id' | 'created' | 'amount_remaining' | 'currency' | 'hosted_invoice_url' | 'next_payment_attempt'
> {
  /** True if paying it restores the subscription, which is past due. */
  readonly isPastDue: boolean
}

/** Puts the invoice to pay first at the start. `get-open-invoice` uses the same order. */
const byPrecedence = (a: OwedInvoice, b: OwedInvoice): number =>
  Number(b.isPastDue) - Number(a.isPastDue) || b.created - a.created || compareCodeUnits(a.id, b.id)

/** Returns the sum of unpaid invoices, and the invoice to pay first. Null if nothing is due. */
export const openBalanceOf = (invoices: readonly OwedInvoice[]): Billing['openBalance'] => {
  const first = invoices.toSorted(byPrecedence)[0]
  if (first === undefined) return null
  return {
    amountMinor: invoices.reduce((sum, invoice) => sum + invoice.amount_remaining, 0),
    currency: first.currency,
    invoiceMinor: first.amount_remaining,
    invoices: invoices.length,
    url: first.hosted_invoice_url ?? null,
    nextAttemptAt: isoTimeOrNull(first.next_payment_attempt),
  }
}
