import type { Stripe } from '#platform/stripe.ts'

export const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

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
  // The last line, because the invoice of a change of plan begins with the credit for unused time.
  const charged = invoice.lines.data.at(-1)?.period
  const [credited] = creditsIn(change)
  return (
    charged !== undefined &&
    credited !== undefined &&
    charged.start <= credited.period.start &&
    credited.period.end <= charged.end
  )
}
