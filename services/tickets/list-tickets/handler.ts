import { listTickets } from '#shared/contract/tickets.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type TicketRepository, ticketRepository } from '../ticket.repository.ts'

export interface Dependencies {
  readonly tickets: TicketRepository
}

/** Needs no subscription, so former members can still read their tickets. */
export const handle: Handle<typeof listTickets, Dependencies> = ({ caller, body, now }, deps) =>
  deps.tickets.listWithStates(caller.userId, body.after, now)

const table = new Table()
export const handler = serve(listTickets, handle, { tickets: ticketRepository(table) }, { table })
