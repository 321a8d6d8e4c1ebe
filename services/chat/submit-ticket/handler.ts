import { submitTicket } from '../../../shared/contract/chat.ts'
import { nextWorkingDay } from '../../../shared/rules/opening-hours.ts'
import { env } from '../../platform/env.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type TicketRepository, ticketRepository } from '../ticket.repository.ts'

interface Needs {
  readonly tickets: TicketRepository
  readonly siteUrl: string
}

/** Takes a ticket at any hour: a member whose browser keeps the chat out asks this way in the daytime too. */
const handle: Handle<typeof submitTicket, Needs> = async ({ caller, body, now }, { tickets, siteUrl }) => {
  const { id, answeredBy } = await tickets.receive({
    from: caller.profile,
    written: body,
    answeredBy: nextWorkingDay(now),
    link: `${siteUrl}/profile`,
    now,
  })
  return { id, answeredBy }
}

const table = new Table()
export const handler = serve(
  submitTicket,
  handle,
  { tickets: ticketRepository(table), siteUrl: env('SITE_URL') },
  { table, gate: memberGate },
)
