import { submitTicket } from '#shared/contract/tickets.ts'
import { nextWorkingDay } from '#shared/rules/working-days.ts'
import * as paths from '#shared/values/site-map.ts'
import { env } from '#platform/env.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type TicketRepository, ticketRepository } from '../ticket.repository.ts'

export interface Dependencies {
  readonly tickets: TicketRepository
  readonly siteUrl: string
}

/** Accepts a ticket at any hour, because some members' browsers block the chat during opening hours too. */
export const handle: Handle<typeof submitTicket, Dependencies> = async ({ caller, body, now }, deps) => {
  const { topic, country, message } = body
  const { id, answeredBy } = await deps.tickets.submit({
    from: caller.profile,
    form: { topic, country, message },
    answeredBy: nextWorkingDay(now),
    link: `${deps.siteUrl}${paths.profileTickets}`,
    now,
  })
  return { id, answeredBy }
}

const table = new Table()
export const handler = serve(
  submitTicket,
  handle,
  { tickets: ticketRepository(table), siteUrl: env('SITE_URL') },
  { table, guard: memberGuard },
)
