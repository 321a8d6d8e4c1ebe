import { getBilling } from '#shared/contract/payments.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'
import { noBilling } from '../stripe/billing.ts'

interface Dependencies {
  readonly stripe: Pick<StripeGateway, 'findBilling'>
}

/** Reads Stripe at every call: the table stores no amounts, cards or invoices. */
export const handle: Handle<typeof getBilling, Dependencies> = async ({ caller }, { stripe }) => {
  const { stripe_customer_id: customerId } = caller.profile
  return customerId === undefined ? noBilling : stripe.findBilling(customerId)
}

export const handler = serve(getBilling, handle, { stripe: stripeGateway }, { table: new Table() })
