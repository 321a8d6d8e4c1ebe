import { reportManualRepaymentOnce } from './manual-repayment.ts'
import type { StripeGateway } from './stripe.gateway.ts'
import type { ReturnedCredit } from './stripe/credit.ts'
import type { SubscriptionInvoice } from './stripe/invoices.ts'

type Invoice = Pick<SubscriptionInvoice, 'id' | 'number' | 'currency'>

/**
 * Returns an amount of the credit that an invoice used. Can be repeated. If the customer is deleted at Stripe, staff are
 * asked once to repay it.
 */
export const returnCreditFor = async (
  invoice: Invoice,
  { amountMinor, purpose }: Pick<ReturnedCredit, 'amountMinor' | 'purpose'>,
  stripe: StripeGateway,
): Promise<void> => {
  if (amountMinor === 0) return
  if (await stripe.returnCredit({ invoiceId: invoice.id, amountMinor, purpose })) return
  const reason = 'an undone invoice was paid from the credit of a deleted customer: repay it by hand'
  await reportManualRepaymentOnce(reason, invoice, { amountMinor, purpose }, stripe)
}

/**
 * Returns the credit that an undone invoice used, which its refund does not contain. The purpose is the same for every
 * reason, so the credit is returned once even if there are two reasons.
 */
export const returnCredit = (
  invoice: Invoice & Pick<SubscriptionInvoice, 'creditMinor'>,
  stripe: StripeGateway,
): Promise<void> =>
  returnCreditFor(invoice, { amountMinor: invoice.creditMinor, purpose: `undone:${invoice.id}` }, stripe)
