import { callAnonymously, type CallBody } from '#web/lib/call.ts'

/** Sends a message to the support team. Throws `CallError`. */
export const submitContact = (body: CallBody<'submit-contact'>) => callAnonymously('submit-contact', body)
