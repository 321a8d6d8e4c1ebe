import { createGuestPass } from '../../../shared/contract/passes.ts'
import { isOpen } from '../../../shared/rules/opening-hours.ts'
import { env } from '../../platform/env.ts'
import type { Caller } from '../../platform/http/identify.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { verifyToken } from '../../platform/http/verify-token.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { billingRepository, type BillingRepository } from '../billing.repository.ts'
import { checkoutRepository } from '../checkout.repository.ts'
import { customerOf } from '../customer-of.ts'
import { guestKeys } from '../guest-keys.ts'
import { openPage, type PageNeeds } from '../open-page.ts'
import { passRepository } from '../pass.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'
import { type GuestPageNeeds, openForGuest } from './open-for-guest.ts'

interface Needs extends PageNeeds, GuestPageNeeds {
  readonly billing: BillingRepository
}

const openForPerson = async (caller: Caller, needs: Needs, now: Date) => {
  if (isMemberSubscribed(caller, now)) return refused('already_subscribed')
  const customerId = await customerOf(caller, needs)
  return openPage({ userId: caller.userId, customerId, plan: 'one-time', now }, needs)
}

/** The hours are asked of the server's clock, because a browser's can be wrong; a paid pass is honoured. */
const handle: Handle<typeof createGuestPass, Needs> = async ({ caller, body, now }, needs) => {
  if (!isOpen(now)) return refused('outside_business_hours')
  return caller === null ? openForGuest(body.guest_key, needs, now) : openForPerson(caller, needs, now)
}

const table = new Table()
export const handler = serve(
  createGuestPass,
  handle,
  {
    billing: billingRepository(table),
    checkouts: checkoutRepository(table),
    passes: passRepository(table),
    guestKeys,
    stripe: stripeGateway,
    siteUrl: env('SITE_URL'),
  },
  { table, verifyToken },
)
