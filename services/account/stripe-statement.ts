import { isMissing, type Stripe, withStripe } from '../platform/stripe.ts'

type Fields = Record<string, unknown>

/** What the payment provider holds of a person. */
export interface Statement {
  readonly customers: Fields[]
  readonly subscriptions: Fields[]
  readonly invoices: Fields[]
  readonly charges: Fields[]
}

const pageSize = 100
const maxOfAKind = 10_000

const iso = (epochSeconds: number | null): string | null =>
  epochSeconds === null ? null : new Date(epochSeconds * 1000).toISOString()

const shownCustomer = ({ name, email, phone, address, created }: Stripe.Customer): Fields => ({
  name,
  email,
  phone,
  address,
  created_at: iso(created),
})

const shownSubscription = (one: Stripe.Subscription): Fields => ({
  status: one.status,
  plan: one.items.data[0]?.price.lookup_key ?? null,
  started_at: iso(one.start_date),
  period_ends_at: iso(one.items.data[0]?.current_period_end ?? null),
  cancel_at: iso(one.cancel_at),
  cancelled_at: iso(one.canceled_at),
  ended_at: iso(one.ended_at),
})

/** Without the addresses of the hosted pages: whoever has one can pay or see the invoice. */
const shownInvoice = (one: Stripe.Invoice): Fields => ({
  number: one.number,
  status: one.status,
  currency: one.currency,
  amount_due_pence: one.amount_due,
  amount_paid_pence: one.amount_paid,
  created_at: iso(one.created),
})

const shownCharge = (one: Stripe.Charge): Fields => ({
  amount_pence: one.amount,
  amount_refunded_pence: one.amount_refunded,
  currency: one.currency,
  status: one.status,
  created_at: iso(one.created),
  card_brand: one.payment_method_details?.card?.brand ?? null,
  card_last4: one.payment_method_details?.card?.last4 ?? null,
})

const nothing: Statement = { customers: [], subscriptions: [], invoices: [], charges: [] }

const read = async (stripe: Stripe, customer: string): Promise<Statement> => {
  const found = await stripe.customers.retrieve(customer)
  if (found.deleted) return nothing
  const all = { limit: maxOfAKind }
  const query = { customer, limit: pageSize }
  const [subscriptions, invoices, charges] = await Promise.all([
    stripe.subscriptions.list({ ...query, status: 'all' }).autoPagingToArray(all),
    stripe.invoices.list(query).autoPagingToArray(all),
    stripe.charges.list(query).autoPagingToArray(all),
  ])
  return {
    customers: [shownCustomer(found)],
    subscriptions: subscriptions.map(shownSubscription),
    invoices: invoices.map(shownInvoice),
    charges: charges.map(shownCharge),
  }
}

/**
 * Everything that Stripe holds of a customer, without anything that opens or pays for anything.
 *
 * @throws Refusal `payment_provider_error` when Stripe does not answer
 */
export const statementOf = (customer: string | undefined): Promise<Statement> =>
  withStripe(async (stripe) => {
    if (customer === undefined) return nothing
    try {
      return await read(stripe, customer)
    } catch (fault) {
      if (isMissing(fault)) return nothing
      throw fault
    }
  })
