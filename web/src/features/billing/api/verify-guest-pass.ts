import { callAsGuest } from '../../../lib/call.ts'

/** The guest key of a paid guest pass, or word that the payment was for something else. Throws `CallError`. */
export const verifyGuestPass = (sessionId: string) =>
  callAsGuest('verify-guest-pass', { session_id: sessionId })
