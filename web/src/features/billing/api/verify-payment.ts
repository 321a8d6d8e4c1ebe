import { call } from '../../../lib/call.ts'

/** Turns the person's paid one-time session into access. Throws `CallError`. */
export const verifyPayment = (sessionId: string) => call('verify-payment', { session_id: sessionId })
