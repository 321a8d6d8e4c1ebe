import { verifyGuestPass } from '../../../shared/contract/passes.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { applyPayment, isOfPass, type PassNeeds } from '../apply-payment.ts'
import { type GuestKeys, guestKeys } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'
import { passKinds } from '../stripe-session.ts'

/** How long after the payment an address with the session's id still brings the key, in milliseconds. */
const keyGivenForMs = 24 * 3600_000

interface Needs extends PassNeeds {
  readonly stripe: StripeGateway
  readonly guestKeys: GuestKeys
}

/**
 * Gives the key to the browser that comes back from paying. The session's id stands in addresses and
 * histories, so it is good for a day; after that only the receipt's link brings the key back.
 */
const handle: Handle<typeof verifyGuestPass, Needs> = async ({ body, now }, needs) => {
  const session = await needs.stripe.findSession(body.session_id)
  if (session === undefined) return refused('not_found')
  if (!isOfPass(session) || session.kind !== passKinds.guest) return { status: 'not_guest_pass' }
  const applied = await applyPayment(session, needs, now)
  if (applied === undefined || applied.withdrawn) return { status: 'not_paid' }
  if (now.getTime() - applied.appliedAt.getTime() > keyGivenForMs) return { status: 'key_in_mail' }
  return { guest_key: await needs.guestKeys.keyOf(applied.held.root) }
}

const table = new Table()
export const handler = serve(
  verifyGuestPass,
  handle,
  { passes: passRepository(table), guestKeys, stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table },
)
