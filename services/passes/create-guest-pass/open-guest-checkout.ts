import { apiError } from '#platform/api-error.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import { withPrice } from '#services/payments/with-price.ts'
import { findUsableGuestPass } from '../find-usable-guest-pass.ts'
import type { GuestKeys } from '../guest-keys.ts'
import type { PassRepository } from '../pass.repository.ts'

export interface GuestCheckoutDependencies {
  readonly passes: PassRepository
  readonly guestKeys: GuestKeys
  readonly stripe: StripeGateway
  readonly siteUrl: string
}

/**
 * Opens the payment page for a guest pass, or for 30 more minutes on the usable pass of `guestKey`. Nothing is
 * stored before the payment: the guest key is derived from the id of the Checkout Session.
 */
export const openGuestCheckout = async (
  guestKey: string | undefined,
  { passes, guestKeys, stripe, siteUrl }: GuestCheckoutDependencies,
  now: Date,
) => {
  const plan = 'one-time'
  const current = await withPrice(plan, stripe, async () =>
    guestKey === undefined ? undefined : findUsableGuestPass(guestKey, passes, now),
  )
  const session = await stripe.openCheckout({
    buyer: undefined,
    plan,
    extendsSessionId: current?.firstSessionId,
    siteUrl,
  })
  if (session.url === null) return apiError('payment_in_progress')
  return { url: session.url, guest_key: await guestKeys.keyOf(current?.firstSessionId ?? session.id) }
}
