import type { EmailContent } from '#shared/contract/email.ts'
import { lastWithdrawalDay } from '#shared/rules/withdrawal.ts'
import type { QueueEmail } from '#platform/email/queue-email.ts'
import { emailFactGateway, type PaidInvoice } from './stripe/email-facts.ts'
import type { OrderFacts } from './stripe/order-facts.ts'

export interface ReceiptEmail {
  readonly cause: string
  readonly invoice: PaidInvoice
  readonly content: EmailContent
}

const orderOf = ({ renewal, startRequested }: OrderFacts, paidAt: string, siteUrl: string) => ({
  renewal: renewal ? { at: renewal.at, amount_minor: renewal.amountMinor, per: renewal.per } : null,
  start_requested: startRequested,
  last_withdrawal_day: lastWithdrawalDay(new Date(paidAt)),
  site_url: siteUrl,
})

/**
 * Returns the receipt of an invoice, or `undefined` unless it is paid. The receipt of the first payment confirms the
 * order. The code that gives access queues it, because the law requires the confirmation before the service starts. The
 * event about the payment queues it too; both have one cause, so one email is sent.
 */
export const findReceiptEmail = async (id: string, siteUrl: string): Promise<ReceiptEmail | undefined> => {
  const invoice = await emailFactGateway.findPaidInvoice(id)
  return (
    invoice && {
      cause: `receipt:${id}`,
      invoice,
      content: {
        template: 'receipt',
        plan: invoice.plan,
        amount_minor: invoice.amountMinor,
        ...(invoice.creditMinor > 0 && { credit_minor: invoice.creditMinor }),
        currency: invoice.currency,
        paid_at: invoice.paidAt,
        number: invoice.number,
        link: invoice.url,
        ...(invoice.order && { order: orderOf(invoice.order, invoice.paidAt, siteUrl) }),
      },
    }
  )
}

interface Buyer {
  readonly email: string | null
  /** Missing for a guest. */
  readonly userId: string | undefined
}

/**
 * Confirms the order of a purchase before it gives access: the event about the payment may be late or lost. Does nothing
 * without a paid invoice.
 *
 * @throws ApiError `payment_provider_error` if Stripe fails; the access must then wait
 */
export const confirmOrder = async (
  invoiceId: string | null | undefined,
  { email, userId }: Buyer,
  { queueEmail, siteUrl }: { readonly queueEmail: QueueEmail; readonly siteUrl: string },
  now: Date,
): Promise<void> => {
  if (!invoiceId || email === null) return
  const receipt = await findReceiptEmail(invoiceId, siteUrl)
  if (receipt === undefined) return
  const { cause, content } = receipt
  await queueEmail({ cause, to: email, content, now, userId, forGuest: userId === undefined })
}
