import { createCheckout } from '#shared/contract/subscriptions.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { stripeClient } from '#platform/stripe.ts'
import { Table } from '#platform/table/table.ts'
import { checkoutRepository } from '#services/payments/checkout.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { syncDependencies } from '../sync-dependencies.ts'
import { type CheckoutDependencies, startCheckout } from './start-checkout.ts'

export const handle: Handle<typeof createCheckout, CheckoutDependencies> = ({ caller, body, now }, deps) =>
  startCheckout(caller, body.plan, deps, now)

const table = new Table()
export const handler = serve(
  createCheckout,
  handle,
  {
    ...syncDependencies(table),
    customers: customerRepository(table),
    checkouts: checkoutRepository(table),
  },
  { table, prepare: stripeClient },
)
