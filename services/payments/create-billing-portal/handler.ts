import { createBillingPortal } from '#shared/contract/payments.ts'
import * as paths from '#shared/values/site-map.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

interface Dependencies {
  readonly stripe: Pick<StripeGateway, 'openPortal'>
  readonly siteUrl: string
}

/** Available to every customer, even without an active subscription: past-due customers need it most. */
export const handle: Handle<typeof createBillingPortal, Dependencies> = async (
  { caller },
  { stripe, siteUrl },
) => {
  const { stripe_customer_id: customerId } = caller.profile
  const url = customerId && (await stripe.openPortal(customerId, `${siteUrl}${paths.profile}`))
  return url ? { url } : apiError('not_subscribed')
}

export const handler = serve(
  createBillingPortal,
  handle,
  { stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table: new Table() },
)
