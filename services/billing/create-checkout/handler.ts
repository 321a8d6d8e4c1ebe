import { createCheckout } from '../../../shared/contract/billing.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import type { SyncNeeds } from '../sync-customer.ts'
import { checkoutRepository } from '../checkout.repository.ts'
import type { PageNeeds } from '../open-page.ts'
import { startCheckout } from './start-checkout.ts'

const handle: Handle<typeof createCheckout, SyncNeeds & PageNeeds> = ({ caller, body, now }, needs) =>
  startCheckout(caller, body.plan, needs, now)

const table = new Table()
export const handler = serve(
  createCheckout,
  handle,
  {
    billing: billingRepository(table),
    checkouts: checkoutRepository(table),
    stripe: stripeGateway,
    siteUrl: env('SITE_URL'),
  },
  { table },
)
