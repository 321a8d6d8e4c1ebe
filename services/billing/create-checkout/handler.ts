import { createCheckout } from '../../../shared/contract/billing.ts'
import { isLive } from '../../../shared/rules/entitlement.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'
import { checkoutRepository } from '../checkout.repository.ts'
import { customerOf } from '../customer-of.ts'
import { openPage, type PageNeeds } from '../open-page.ts'

/**
 * Opens the payment page. Stripe is asked first whether a subscription lives already, because our own record
 * may not have heard of it yet; the e-mail and the price are ours and Stripe's, never the caller's.
 */
const handle: Handle<typeof createCheckout, SyncNeeds & PageNeeds> = async ({ caller, body, now }, needs) => {
  if (isMemberSubscribed(caller, now)) return refused('already_subscribed')
  const customerId = await customerOf(caller, needs)
  const subscriptions = await needs.stripe.subscriptionsOf(customerId)
  if (subscriptions.some(isLive)) {
    await syncCustomer({ userId: caller.userId, customerId, now }, needs)
    return refused('already_subscribed')
  }
  return openPage({ userId: caller.userId, customerId, plan: body.plan, now }, needs)
}

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
