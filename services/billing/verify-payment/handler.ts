import { verifyPayment } from '../../../shared/contract/passes.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { applyPayment, type PassNeeds } from '../apply-payment.ts'
import { passRepository } from '../pass.repository.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

interface Needs extends PassNeeds {
  readonly stripe: StripeGateway
}

/** A session of somebody else is answered as one that does not exist. */
const handle: Handle<typeof verifyPayment, Needs> = async ({ caller, body, now }, needs) => {
  const session = await needs.stripe.findSession(body.session_id)
  if (session === undefined || session.userId !== caller.userId) return refused('not_found')
  const applied = await applyPayment(session, needs, now)
  return { access_activated: applied !== undefined && !applied.withdrawn }
}

const table = new Table()
export const handler = serve(
  verifyPayment,
  handle,
  { passes: passRepository(table), guestKeys: undefined, stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table },
)
