import { verifyPayment } from '../../../shared/contract/billing.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { activate } from '../activate.ts'
import { type BillingRepository, billingRepository } from '../billing.repository.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

interface Needs {
  readonly billing: BillingRepository
  readonly stripe: StripeGateway
}

/** A session of somebody else is answered as one that does not exist. */
const handle: Handle<typeof verifyPayment, Needs> = async ({ caller, body, now }, { billing, stripe }) => {
  const session = await stripe.findSession(body.session_id)
  if (session === undefined || session.userId !== caller.userId) return refused('not_found')
  return { access_activated: await activate(session, billing, now) }
}

const table = new Table()
export const handler = serve(
  verifyPayment,
  handle,
  { billing: billingRepository(table), stripe: stripeGateway },
  { table },
)
