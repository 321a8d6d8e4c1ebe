import type { Stripe } from '#platform/stripe.ts'

export const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

/** Returns the credit, in pence, that the invoice of a change of plan gives for unused time. */
export const creditOf = ({ lines }: Pick<Stripe.Invoice, 'lines'>): number =>
  lines.data
    .filter((line) => isProration(line) && line.amount < 0)
    .reduce((sum, { amount }) => sum - amount, 0)
