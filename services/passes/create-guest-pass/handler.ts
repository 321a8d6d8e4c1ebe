import { createGuestPass } from '#shared/contract/passes.ts'
import { isOpen } from '#shared/rules/opening-hours.ts'
import { isAccountSubscribed, isPaymentDue } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { stripeClient } from '#platform/stripe.ts'
import { Table } from '#platform/table/table.ts'
import { checkoutRepository } from '#services/payments/checkout.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { type AccountPageDependencies, openAccountPage } from '#services/payments/open-account-page.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { guestKeys } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { type GuestCheckoutDependencies, openGuestCheckout } from './open-guest-checkout.ts'

type Dependencies = AccountPageDependencies & GuestCheckoutDependencies

const due = 'You have an unpaid invoice. Please pay it from your profile before you buy a pass.'
const disputed = 'One of your payments is disputed. You can buy a pass once the dispute is settled.'

/** Returns why an account cannot buy a pass. A pass must not replace a payment that is due or disputed. */
const rejectionOf = (caller: Caller, now: Date) => {
  if (isAccountSubscribed(caller, now)) return apiError('already_subscribed')
  // An open invoice comes first: paying it gives access, whatever the bank decides about another payment.
  if (isPaymentDue(caller)) return apiError('payment_due', { message: due })
  return caller.subscription?.disputed ? apiError('payment_disputed', { message: disputed }) : undefined
}

const openAccountCheckout = async (caller: Caller, deps: Dependencies, now: Date) => {
  return rejectionOf(caller, now) ?? openAccountPage(caller, { plan: 'one-time', now }, deps)
}

/** Sells passes in opening hours only, by the server's clock. A pass that is already paid for stays valid. */
export const handle: Handle<typeof createGuestPass, Dependencies> = async ({ caller, body, now }, deps) => {
  if (!isOpen(now)) return apiError('outside_business_hours')
  return caller === null
    ? openGuestCheckout(body.guest_key, deps, now)
    : openAccountCheckout(caller, deps, now)
}

const table = new Table()
export const handler = serve(
  createGuestPass,
  handle,
  {
    customers: customerRepository(table),
    checkouts: checkoutRepository(table),
    passes: passRepository(table),
    guestKeys,
    stripe: stripeGateway,
    siteUrl: env('SITE_URL'),
  },
  { table, verifyToken, prepare: stripeClient },
)
