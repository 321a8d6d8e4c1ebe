import type { Stripe } from '#platform/stripe.ts'

export const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

/**
 * Returns the period that the invoice of a subscription charges for, in epoch seconds, or `undefined` without a line. The
 * lines begin with credit for unused time, and end with what staff have added to a draft.
 *
 * @see https://docs.stripe.com/api/invoices/object#invoice_object-lines
 */
export const chargedPeriodOf = ({ lines }: Pick<Stripe.Invoice, 'lines'>) => {
  const isPeriod = (line: Stripe.InvoiceLineItem) =>
    line.parent?.type === 'subscription_item_details' && !isProration(line)
  return (lines.data.findLast(isPeriod) ?? lines.data.at(-1))?.period
}

const creditsIn = ({ lines }: Pick<Stripe.Invoice, 'lines'>): Stripe.InvoiceLineItem[] =>
  lines.data.filter((line) => isProration(line) && line.amount < 0)

/** Returns the credit, in pence, that the invoice of a change of plan gives for unused time. */
export const creditOf = (invoice: Pick<Stripe.Invoice, 'lines'>): number =>
  creditsIn(invoice).reduce((sum, { amount }) => sum - amount, 0)

/** Returns whether an invoice charged for the unused time that the invoice of a change of plan credits. */
export const hasChargedFor = (
  invoice: Pick<Stripe.Invoice, 'lines'>,
  change: Pick<Stripe.Invoice, 'lines'>,
): boolean => {
  const charged = chargedPeriodOf(invoice)
  const [credited] = creditsIn(change)
  return (
    charged !== undefined &&
    credited !== undefined &&
    charged.start <= credited.period.start &&
    credited.period.end <= charged.end
  )
}
