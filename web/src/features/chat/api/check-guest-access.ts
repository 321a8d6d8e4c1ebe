import { callAsGuest } from '../../../lib/call.ts'

/** Whether a guest key opens the chat, and until when once its time runs. Throws `CallError`. */
export const checkGuestAccess = (guestKey: string) =>
  callAsGuest('check-guest-access', { guest_key: guestKey }, { timeoutMs: 10_000 })
