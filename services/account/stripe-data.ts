import { isoTimeOrNull } from '#shared/rules/epoch-seconds.ts'
import { isMissing, type Stripe, withStripe, type StripeClient } from '#platform/stripe.ts'

type Fields = Record<string, unknown>

/** Data that Stripe stores about a customer. */
export interface StripeData {
  readonly customers: Fields[]
  readonly subscriptions: Fields[]
  readonly invoices: Fields[]
  readonly charges: Fields[]
}

const pageSize = 100
const maxItems = 10_000

const customerFieldsOf = (
  { name, email, phone, address, created }: Stripe.Customer,
  taxIds: readonly Stripe.TaxId[],
): Fields => ({
  name,
  email,
  phone,
  address,
  vat_numbers: taxIds.map(({ value }) => value),
  created_at: isoTimeOrNull(created),
})

const subscriptionFieldsOf = (subscription: Stripe.Subscription): Fields => ({
  status: subscription.status,
  plan: subscription.items.data[0]?.price.lookup_key ?? null,
  started_at: isoTimeOrNull(subscription.start_date),
  period_ends_at: isoTimeOrNull(subscription.items.data[0]?.current_period_end ?? null),
  cancel_at: isoTimeOrNull(subscription.cancel_at),
  cancelled_at: isoTimeOrNull(subscription.canceled_at),
  ended_at: isoTimeOrNull(subscription.ended_at),
})

/** Leaves out the addresses of hosted pages: anyone who has one can view and pay the invoice. */
const invoiceFieldsOf = (invoice: Stripe.Invoice): Fields => ({
  number: invoice.number,
  status: invoice.status,
  currency: invoice.currency,
  amount_due_pence: invoice.amount_due,
  amount_paid_pence: invoice.amount_paid,
  amount_paid_outside_of_stripe_pence: invoice.amount_paid_off_stripe ?? 0,
  created_at: isoTimeOrNull(invoice.created),
  name: invoice.customer_name,
  email: invoice.customer_email,
  address: invoice.customer_address,
  vat_numbers: invoice.customer_tax_ids?.map(({ value }) => value) ?? [],
})

const chargeFieldsOf = (charge: Stripe.Charge): Fields => ({
  amount_pence: charge.amount,
  amount_refunded_pence: charge.amount_refunded,
  currency: charge.currency,
  status: charge.status,
  created_at: isoTimeOrNull(charge.created),
  card_brand: charge.payment_method_details?.card?.brand ?? null,
  card_last4: charge.payment_method_details?.card?.last4 ?? null,
})

const noData: StripeData = { customers: [], subscriptions: [], invoices: [], charges: [] }

const read = async (stripe: StripeClient, customer: string): Promise<StripeData> => {
  const found = await stripe.customers.retrieve(customer)
  if (found.deleted) return noData
  const all = { limit: maxItems }
  const query = { customer, limit: pageSize }
  const [taxIds, subscriptions, invoices, charges] = await Promise.all([
    stripe.customers.listTaxIds(customer, { limit: pageSize }).autoPagingToArray(all),
    stripe.subscriptions.list({ ...query, status: 'all' }).autoPagingToArray(all),
    // Stripe leaves the field out unless it is expanded.
    stripe.invoices.list({ ...query, expand: ['data.amount_paid_off_stripe'] }).autoPagingToArray(all),
    stripe.charges.list(query).autoPagingToArray(all),
  ])
  return {
    customers: [customerFieldsOf(found, taxIds)],
    subscriptions: subscriptions.map(subscriptionFieldsOf),
    invoices: invoices.map(invoiceFieldsOf),
    charges: charges.map(chargeFieldsOf),
  }
}

/**
 * Finds all data that Stripe stores about a customer, without addresses and ids that give access to anything.
 * Returns empty lists for an unknown or deleted customer.
 *
 * @throws ApiError `payment_provider_error` if Stripe fails
 */
export const findStripeData = (customer: string | undefined): Promise<StripeData> =>
  withStripe(async (stripe) => {
    if (customer === undefined) return noData
    try {
      return await read(stripe, customer)
    } catch (error) {
      if (isMissing(error)) return noData
      throw error
    }
  })
