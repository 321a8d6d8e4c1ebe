import { checkSubscription, checkSubscriptionLimit } from '#shared/contract/subscriptions.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { syncCustomer, type SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

interface Dependencies extends SyncDependencies {
  readonly table: Table
}

/** Reads Stripe only when our record shows no subscription, or its paid period is over. */
export const handle: Handle<typeof checkSubscription, Dependencies> = async ({ caller, now }, deps) => {
  if (isAccountSubscribed(caller, now)) return { subscribed: true }
  const customerId = caller.profile.stripe_customer_id
  if (customerId === undefined) return { subscribed: false }
  await enforceRateLimit(deps.table, checkSubscription.name, checkSubscriptionLimit, caller.userId, now)
  const { subscribed } = await syncCustomer({ userId: caller.userId, customerId, now }, deps)
  return { subscribed }
}

const table = new Table()
export const handler = serve(checkSubscription, handle, { ...syncDependencies(table), table }, { table })
