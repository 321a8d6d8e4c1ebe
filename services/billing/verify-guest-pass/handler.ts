import { verifyGuestPass } from '../../../shared/contract/billing.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

interface Needs {
  readonly stripe: StripeGateway
}

/**
 * Every session that stands at Stripe today is a subscription's or a signed-in person's: none of them has a
 * guest key to give, and the success page goes on to the next question.
 */
const handle: Handle<typeof verifyGuestPass, Needs> = async ({ body }, { stripe }) => {
  const session = await stripe.findSession(body.session_id)
  return session === undefined ? refused('not_found') : { status: 'not_guest_pass' }
}

export const handler = serve(verifyGuestPass, handle, { stripe: stripeGateway }, { table: new Table() })
