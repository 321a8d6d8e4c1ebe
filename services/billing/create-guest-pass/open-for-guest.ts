import { isUsable } from '../../../shared/rules/pass.ts'
import { hashOf } from '../../platform/crypto.ts'
import { refused } from '../../platform/refusal.ts'
import type { GuestKeys } from '../guest-keys.ts'
import type { PassRepository } from '../pass.repository.ts'
import type { StripeGateway } from '../stripe.gateway.ts'

export interface GuestPageNeeds {
  readonly passes: PassRepository
  readonly guestKeys: GuestKeys
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

/** The pass that a browser holds already and that the payment is to extend. */
const heldPass = async (key: string | undefined, passes: PassRepository, now: Date) => {
  const held = key === undefined ? undefined : await passes.byKeyHash(hashOf(key))
  return held && isUsable(held.pass, now) ? held.root : undefined
}

/**
 * Opens the payment page for somebody without an account. Nothing is stored before the payment: the key is made
 * from the id of the session that is to pay for it.
 */
export const openForGuest = async (
  heldKey: string | undefined,
  { passes, guestKeys, stripe, siteUrl }: GuestPageNeeds,
  now: Date,
) => {
  const root = await heldPass(heldKey, passes, now)
  const session = await stripe.openCheckout({ buyer: undefined, plan: 'one-time', extends: root, siteUrl })
  if (session.url === null) return refused('payment_in_progress')
  return { url: session.url, guest_key: await guestKeys.keyOf(root ?? session.id) }
}
