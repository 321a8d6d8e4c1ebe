import { createBillingPortal } from '../../../shared/contract/billing.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

interface Needs {
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

/** For everybody who has bought something: who is behind with a payment needs it most. */
const handle: Handle<typeof createBillingPortal, Needs> = async ({ caller }, { stripe, siteUrl }) => {
  const { stripe_customer_id: customerId } = caller.profile
  if (customerId === undefined) return refused('not_subscribed')
  return { url: await stripe.openPortal(customerId, `${siteUrl}/profile`) }
}

export const handler = serve(
  createBillingPortal,
  handle,
  { stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table: new Table() },
)
