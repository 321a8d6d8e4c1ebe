import { call } from '../../../lib/call.ts'
import type { CallBody } from '../../../lib/call.ts'

/** Leaves the advisers a question; answers by when they answer. Throws `CallError`. */
export const submitTicket = (ticket: CallBody<'submit-ticket'>) => call('submit-ticket', ticket)
