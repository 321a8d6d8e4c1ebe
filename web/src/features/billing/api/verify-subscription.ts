import { call } from '../../../lib/call.ts'

/** Brings the person's subscription up to date after paying. Throws `CallError`. */
export const verifySubscription = (sessionId: string) =>
  call('verify-subscription', { session_id: sessionId })
