import { verifyPayment } from '#shared/contract/passes.ts'
import { isUsable } from '#shared/rules/pass.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { stripeClient } from '#platform/stripe.ts'
import { Table } from '#platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '#services/payments/stripe.gateway.ts'
import { applyPayment, type PassDependencies } from '../apply-payment.ts'
import { passRepository } from '../pass.repository.ts'

interface Dependencies extends PassDependencies {
  readonly stripe: StripeGateway
}

/** Applies the payment of a one-time session. Sessions of other accounts return `not_found`. */
export const handle: Handle<typeof verifyPayment, Dependencies> = async ({ caller, body, now }, deps) => {
  const session = await deps.stripe.findSession(body.session_id)
  if (session === undefined || session.userId !== caller.userId) return apiError('not_found')
  const applied = await applyPayment(session, deps, now)
  if (applied === undefined || applied.reversed)
    return { access_activated: false, reversal: session.reversal }
  return { access_activated: true, ...(isUsable(applied.stored.pass, now) ? {} : { is_over: true }) }
}

const table = new Table()
export const handler = serve(
  verifyPayment,
  handle,
  { passes: passRepository(table), guestKeys: undefined, stripe: stripeGateway, siteUrl: env('SITE_URL') },
  { table, prepare: stripeClient },
)
