import { checkSubscription } from '../../../shared/contract/billing.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'

/** A stored yes within its period is enough; a no, or a period that is over, is asked of Stripe. */
const handle: Handle<typeof checkSubscription, SyncNeeds> = async ({ caller, now }, needs) => {
  if (isMemberSubscribed(caller, now)) return { subscribed: true }
  const customerId = caller.profile.stripe_customer_id
  if (customerId === undefined) return { subscribed: false }
  const { subscribed } = await syncCustomer({ userId: caller.userId, customerId, now }, needs)
  return { subscribed }
}

const table = new Table()
export const handler = serve(
  checkSubscription,
  handle,
  { billing: billingRepository(table), stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table },
)
