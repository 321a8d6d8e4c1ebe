import { getOpenInvoice } from '#shared/contract/payments.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'
import { unpaidInvoicesOf } from '../unpaid-invoices.ts'

interface Dependencies {
  readonly stripe: Pick<StripeGateway, 'listInvoices'>
}

/** Reads Stripe and not our record, so that an invoice is found as long as it can be paid. */
export const handle: Handle<typeof getOpenInvoice, Dependencies> = async ({ caller }, { stripe }) => {
  const { stripe_customer_id: customerId } = caller.profile
  if (customerId === undefined) return apiError('not_found')
  const [invoice] = unpaidInvoicesOf(await stripe.listInvoices(customerId))
  return invoice?.url ? { url: invoice.url } : apiError('not_found')
}

export const handler = serve(getOpenInvoice, handle, { stripe: stripeGateway }, { table: new Table() })
