import { callAsGuest } from '../../../lib/call.ts'

/** Whether a referral token still counts. Throws `CallError`. */
export const validateReferral = (token: string, signal: AbortSignal) =>
  callAsGuest('validate-referral', { token }, { signal, timeoutMs: 10_000 })
