import { verifyGuestPass } from '#shared/contract/passes.ts'
import { isUsable } from '#shared/rules/pass.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { stripeClient } from '#platform/stripe.ts'
import { Table } from '#platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { applyPayment, isPassSession, type PassDependencies } from '../apply-payment.ts'
import { type GuestKeys, guestKeys } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'

/** Time after the payment during which the session id returns the guest key, in milliseconds: one day. */
const keyAvailableMs = 24 * 3600_000

interface Dependencies extends PassDependencies {
  readonly stripe: StripeGateway
  readonly guestKeys: GuestKeys
}

/**
 * Returns the guest key to the browser that comes back from the payment page. Session ids stay in addresses and
 * browser histories, so this works for a day. After that, only the link in the pass email restores the key.
 */
export const handle: Handle<typeof verifyGuestPass, Dependencies> = async ({ body, now }, deps) => {
  const session = await deps.stripe.findSession(body.session_id)
  if (session === undefined) return apiError('not_found')
  if (!isPassSession(session) || session.kind !== passKinds.guest) return { status: 'not_guest_pass' }
  const applied = await applyPayment(session, deps, now)
  if (applied === undefined || applied.reversed) return { status: 'not_paid', reversal: session.reversal }
  if (now.getTime() - applied.appliedAt.getTime() > keyAvailableMs) return { status: 'key_in_email' }
  const { firstSessionId, pass } = applied.stored
  const guestKey = await deps.guestKeys.keyOf(firstSessionId)
  return { guest_key: guestKey, ...(isUsable(pass, now) ? {} : { is_over: true }) }
}

const table = new Table()
export const handler = serve(
  verifyGuestPass,
  handle,
  { passes: passRepository(table), guestKeys, stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table, prepare: stripeClient },
)
