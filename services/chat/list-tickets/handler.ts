import { listTickets } from '../../../shared/contract/chat.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type TicketRepository, ticketRepository } from '../ticket.repository.ts'

interface Needs {
  readonly tickets: TicketRepository
}

/** For everybody signed in: who has let the subscription lapse may still read what they asked. */
const handle: Handle<typeof listTickets, Needs> = async ({ caller, now }, { tickets }) => ({
  data: await tickets.of(caller.userId, now),
})

const table = new Table()
export const handler = serve(listTickets, handle, { tickets: ticketRepository(table) }, { table })
