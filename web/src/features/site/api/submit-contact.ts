import { callAsGuest } from '../../../lib/call.ts'
import type { CallBody } from '../../../lib/call.ts'

/** Sends a message to the support team. Throws `CallError`. */
export const submitContact = (body: CallBody<'submit-contact'>) => callAsGuest('submit-contact', body)
