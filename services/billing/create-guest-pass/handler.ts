import { createGuestPass } from '../../../shared/contract/passes.ts'
import { isOpen } from '../../../shared/rules/opening-hours.ts'
import { isUsable } from '../../../shared/rules/pass.ts'
import { hashOf } from '../../platform/crypto.ts'
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
import { type GuestKeys, guestKeys } from '../guest-keys.ts'
import { openPage, type PageNeeds } from '../open-page.ts'
import { type PassRepository, passRepository } from '../pass.repository.ts'
import { stripeGateway } from '../stripe.gateway.ts'

interface Needs extends PageNeeds {
  readonly billing: BillingRepository
  readonly passes: PassRepository
  readonly guestKeys: GuestKeys
}

/** The pass that a browser holds already and that the payment is to extend. */
const heldPass = async (key: string | undefined, { passes }: Needs, now: Date) => {
  const held = key === undefined ? undefined : await passes.byKeyHash(hashOf(key))
  return held && isUsable(held.pass, now) ? held.root : undefined
}

/** Nothing is stored before the payment: the key is made from the id of the session that is to pay for it. */
const openForGuest = async (heldKey: string | undefined, needs: Needs, now: Date) => {
  const root = await heldPass(heldKey, needs, now)
  const { stripe, siteUrl } = needs
  const session = await stripe.openCheckout({ buyer: undefined, plan: 'one-time', extends: root, siteUrl })
  if (session.url === null) return refused('payment_in_progress')
  return { url: session.url, guest_key: await needs.guestKeys.keyOf(root ?? session.id) }
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
