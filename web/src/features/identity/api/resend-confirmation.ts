import { callAsGuest } from '../../../lib/call.ts'
import type { CallBody } from '../../../lib/call.ts'

/** Mails a new verification link, if the address waits for one. Throws `CallError`. */
export const resendConfirmation = (body: CallBody<'resend-confirmation'>) =>
  callAsGuest('resend-confirmation', body)
