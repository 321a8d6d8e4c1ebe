import { call, callAnonymously } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when it needs a session and there is none.

/** Returns whether the account has a subscription. The server checks with the payment provider if necessary. */
export const checkSubscription = () => call('check-subscription', {})

/** Returns the guest key of a paid guest pass, or a status that says that the payment was for something else. */
export const verifyGuestPass = (sessionId: string) =>
  callAnonymously('verify-guest-pass', { session_id: sessionId })

/** Activates the access that a paid one-time session bought. */
export const verifyPayment = (sessionId: string) => call('verify-payment', { session_id: sessionId })

/** Syncs the account's subscription after a payment. */
export const verifySubscription = (sessionId: string) =>
  call('verify-subscription', { session_id: sessionId })
