import type { Stripe } from 'stripe'
import type { Finding } from './terms.ts'

/** The code sends neither the VAT number of the firm nor a rate, so invoices show both only if the Dashboard adds them. */
const findOnInvoice = async (
  stripe: Stripe,
  what: string,
  isShown: (invoice: Stripe.Invoice) => boolean,
): Promise<Finding> => {
  const [latest] = (await stripe.invoices.list({ status: 'paid', limit: 1 })).data
  if (latest === undefined) return { state: 'unknown', evidence: 'No invoice has been paid yet' }
  return isShown(latest)
    ? { state: 'confirmed', evidence: `The latest paid invoice, ${latest.id}, shows ${what}` }
    : { state: 'contradicted', evidence: `The latest paid invoice, ${latest.id}, does not show ${what}` }
}

export const findVatNumber = (stripe: Stripe): Promise<Finding> =>
  findOnInvoice(stripe, 'the VAT number of the firm', ({ account_tax_ids: ids }) => (ids ?? []).length > 0)

export const findVatRate = (stripe: Stripe): Promise<Finding> =>
  findOnInvoice(stripe, 'VAT that the total includes', ({ total_taxes: taxes }) =>
    (taxes ?? []).some(({ amount, tax_behavior: behaviour }) => amount > 0 && behaviour === 'inclusive'),
  )
