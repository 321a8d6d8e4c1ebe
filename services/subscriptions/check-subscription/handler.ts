import { checkSubscription } from '#shared/contract/subscriptions.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { syncCustomer, type SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

/** Reads Stripe only when our record shows no subscription, or its paid period is over. */
export const handle: Handle<typeof checkSubscription, SyncDependencies> = async ({ caller, now }, deps) => {
  if (isAccountSubscribed(caller, now)) return { subscribed: true }
  const customerId = caller.profile.stripe_customer_id
  if (customerId === undefined) return { subscribed: false }
  const { subscribed } = await syncCustomer({ userId: caller.userId, customerId, now }, deps)
  return { subscribed }
}

const table = new Table()
export const handler = serve(checkSubscription, handle, syncDependencies(table), { table })
