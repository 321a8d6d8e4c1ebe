import { checkSubscription } from './api/check-subscription.ts'
import { verifyGuestPass } from './api/verify-guest-pass.ts'
import { verifyPayment } from './api/verify-payment.ts'
import { verifySubscription } from './api/verify-subscription.ts'

export type Purchase =
  { kind: 'guest pass'; guestKey: string } | { kind: 'one-time' | 'subscription' | 'key in mail' | 'unknown' }

/**
 * Finds out what was bought in a checkout session and makes it count: first a guest pass, then a one-time
 * payment, then a subscription. `unknown` means that the provider has not confirmed anything yet, and
 * `key in mail` a guest pass that was paid for more than a day ago, whose key only its receipt brings. Throws
 * when a step fails, as it does when a pass was not bought and nobody is signed in.
 */
export const verifyPurchase = async (sessionId: string): Promise<Purchase> => {
  const guest = await verifyGuestPass(sessionId)
  if ('guest_key' in guest) return { kind: 'guest pass', guestKey: guest.guest_key }
  if (guest.status === 'key_in_mail') return { kind: 'key in mail' }
  if (guest.status === 'not_paid') return { kind: 'unknown' }
  if ((await verifyPayment(sessionId)).access_activated) return { kind: 'one-time' }
  if ((await verifySubscription(sessionId)).subscription_activated) return { kind: 'subscription' }
  if ((await checkSubscription()).subscribed) return { kind: 'subscription' }
  return { kind: 'unknown' }
}
