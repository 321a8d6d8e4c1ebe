import { verifySubscription } from '../../../shared/contract/billing.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository } from '../billing.repository.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'
import type { Session } from '../stripe-session.ts'
import { syncCustomer, type SyncNeeds } from '../sync-customer.ts'

/** Stripe attaches the subscription to its session a moment after the person is sent back to us. */
const looks = 4
const betweenLooksMs = 300

const findSettled = async (id: string, stripe: StripeGateway): Promise<Session | undefined> => {
  for (let look = 1; ; look += 1) {
    const session = await stripe.findSession(id)
    const waiting = session?.mode === 'subscription' && session.subscriptionId === null
    if (!waiting || look === looks) return session
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
}

/** The success page's way to access: the same synchronisation as the webhook's, in whatever order they come. */
const handle: Handle<typeof verifySubscription, SyncNeeds> = async ({ caller, body, now }, needs) => {
  const session = await findSettled(body.session_id, needs.stripe)
  if (session === undefined || session.userId !== caller.userId) return refused('not_found')
  if (session.subscriptionId === null || session.customerId === null) return { subscription_activated: false }
  const { subscribed } = await syncCustomer(
    { userId: caller.userId, customerId: session.customerId, now },
    needs,
  )
  return { subscription_activated: subscribed }
}

const table = new Table()
export const handler = serve(
  verifySubscription,
  handle,
  { billing: billingRepository(table), stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table },
)
