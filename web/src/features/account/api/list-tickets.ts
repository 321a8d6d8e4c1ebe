import { call } from '../../../lib/call.ts'

/** The person's tickets, newest first. Throws `CallError`. */
export const listTickets = () => call('list-tickets', {})
