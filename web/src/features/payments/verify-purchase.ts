import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import type { CallResult } from '#web/lib/call.ts'
import { checkSubscription, verifyGuestPass, verifyPayment, verifySubscription } from './api.ts'

export type Purchase =
  | { kind: 'guest pass'; guestKey: string }
  | { kind: 'one-time' | 'subscription' | 'key in email' | 'unknown' }
  /** The payment was made, and what it bought gives no access any more, or not until an open invoice is paid. */
  | { kind: 'pass over' | 'subscription ended' | 'payment due' }
  /** The payment was made, and no longer counts. */
  | { kind: ReversalReason }
  /** The account has a subscription, but nothing shows that this session paid for it. */
  | { kind: 'other subscription' }

/**
 * Finds out what was bought in a checkout session and activates it. Checks for a guest pass, then a one-time payment,
 * then a subscription. `unknown`: the provider has not confirmed anything yet. `key in email`: a guest pass that was
 * paid for more than a day ago; only the link in the pass email restores the key. Throws when a check fails, and when
 * the purchase is no guest pass and no user is signed in.
 */
export const verifyPurchase = async (sessionId: string): Promise<Purchase> => {
  const guest = await verifyGuestPass(sessionId)
  if ('guest_key' in guest)
    return guest.is_over ? { kind: 'pass over' } : { kind: 'guest pass', guestKey: guest.guest_key }
  if (guest.status === 'key_in_email') return { kind: 'key in email' }
  if (guest.status === 'not_paid') return { kind: guest.reversal ?? 'unknown' }
  const pass = await verifyPayment(sessionId)
  if (pass.access_activated) return { kind: pass.is_over ? 'pass over' : 'one-time' }
  if (pass.reversal !== undefined) return { kind: pass.reversal }
  const subscription = await verifySubscription(sessionId)
  if (subscription.subscription_activated) return { kind: 'subscription' }
  if ((await checkSubscription()).subscribed) return { kind: 'other subscription' }
  return { kind: subscription.reversal ?? kindOf(subscription) }
}

const kindOf = ({ state }: CallResult<'verify-subscription'>) => {
  if (state === undefined) return 'unknown'
  return state === 'ended' ? 'subscription ended' : 'payment due'
}
