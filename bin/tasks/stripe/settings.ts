import type { Stripe } from 'stripe'
import * as paths from '#shared/values/site-map.ts'
import { dashboard } from './dashboard.ts'
import type { StripeOptions } from './options.ts'
import { type Finding, findTermsAddress } from './terms.ts'
import { findCustomerDetails, findVat, findVatNumber } from './vat.ts'

/** A setting that only the Dashboard can change. */
export interface Setting extends Finding {
  readonly text: string
  readonly address: string
}

const unknown: Finding = { state: 'unknown', evidence: 'The API does not show it: check it manually' }

const isStillOwed = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' &&
  invoice?.status === 'open' &&
  invoice.attempt_count > 0 &&
  invoice.next_payment_attempt === null

/**
 * After the last retry, a subscription becomes `unpaid`, stays `past_due` or is cancelled, depending on the setting.
 */
const findRetryOutcome = async (stripe: Stripe): Promise<Finding> => {
  const list = (status: 'unpaid' | 'past_due' | 'canceled') =>
    stripe.subscriptions.list({ status, limit: 100, expand: ['data.latest_invoice'] })
  const [unpaid] = (await list('unpaid')).data
  if (unpaid) return { state: 'contradicted', evidence: `${unpaid.id} became unpaid after its last retry` }
  const pastDue = (await list('past_due')).data.find(isStillOwed)
  if (pastDue)
    return { state: 'contradicted', evidence: `${pastDue.id} stays past due without another retry` }
  const ended = (await list('canceled')).data.find(
    ({ cancellation_details: details }) => details?.reason === 'payment_failed',
  )
  return ended
    ? { state: 'confirmed', evidence: `Stripe cancelled ${ended.id} after its last retry` }
    : { state: 'unknown', evidence: 'No subscription has run out of retries yet' }
}

/** Finds out whether Stripe emails receipts, which then have numbers. */
const findStripeReceipts = async (stripe: Stripe): Promise<Finding> => {
  const { data } = await stripe.charges.list({ limit: 100 })
  const withReceipt = data.find((charge) => charge.receipt_number !== null)
  if (withReceipt)
    return { state: 'contradicted', evidence: `Stripe emailed a receipt for ${withReceipt.id}` }
  return data.length > 0
    ? { state: 'confirmed', evidence: `Stripe emailed no receipt for the last ${data.length} charges` }
    : { state: 'unknown', evidence: 'There are no charges yet' }
}

/** Lists the settings that only the Dashboard can change, and what recent objects show about them. */
export const listSettings = async (stripe: Stripe, options: StripeOptions): Promise<Setting[]> => [
  {
    text: 'Retries of failed payments: Smart Retries for at most four weeks, then "Cancel the subscription" and "Leave the invoice open". The rules of access assume this',
    address: dashboard(options, 'settings/billing/automatic'),
    ...(await findRetryOutcome(stripe)),
  },
  {
    text: 'Emails to customers about renewals, failed payments and cards: off, because the service sends its own',
    address: dashboard(options, 'settings/billing/automatic'),
    ...unknown,
  },
  {
    text: 'Emails to customers about successful payments and refunds: off, for the same reason',
    address: dashboard(options, 'settings/emails'),
    ...(await findStripeReceipts(stripe)),
  },
  {
    text: 'Payment methods: cards and wallets. Subscriptions accept cards only, whatever is switched on',
    address: dashboard(options, 'settings/payment_methods'),
    ...unknown,
  },
  {
    text: `Terms of service: ${options.site}${paths.terms}. Without this address, Stripe opens no payment page`,
    address: dashboard(options, 'settings/public'),
    ...(await findTermsAddress(stripe, options.site)),
  },
  {
    text: 'VAT number of the firm: the default tax ID of invoices. Without it, they are not VAT invoices',
    address: dashboard(options, 'settings/billing/invoice'),
    ...(await findVatNumber(stripe)),
  },
  {
    text: 'Automatic tax: off, because payment pages and subscriptions name the tax rate. Invoices show the VAT',
    address: dashboard(options, 'settings/tax'),
    ...(await findVat(stripe)),
  },
  {
    text: 'Invoices above £250: full VAT invoices, with the name and address of the customer. No setting hides them',
    address: dashboard(options, 'settings/billing/invoice'),
    ...(await findCustomerDetails(stripe)),
  },
  {
    text: 'Business name, support address and statement descriptor: those of the operator',
    address: dashboard(options, 'settings/public'),
    ...unknown,
  },
]
