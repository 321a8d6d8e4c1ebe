import { env } from '#platform/env.ts'
import type { Table } from '#platform/table/table.ts'
import { stripeEventRepository } from '#services/payments/stripe-event.repository.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { subscriptionRepository } from './subscription.repository.ts'
import type { SyncDependencies } from './sync-customer.ts'

/** Creates the production dependencies of `syncCustomer`. */
export const syncDependencies = (table: Table): SyncDependencies => ({
  subscriptions: subscriptionRepository(table),
  events: stripeEventRepository(table),
  stripe: stripeGateway,
  siteUrl: env('SITE_URL'),
})
