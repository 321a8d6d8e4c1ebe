import type { BodyOf } from '#shared/contract/operation.ts'
import { askFollowUp, type Ticket } from '#shared/contract/tickets.ts'
import { followUpUntil } from '#shared/rules/inbox.ts'
import { nextWorkingDay } from '#shared/rules/working-days.ts'
import { apiError } from '#platform/api-error.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { Table } from '#platform/table/table.ts'
import { type FollowUpRepository, followUpRepository } from '../follow-up.repository.ts'
import { type TicketRepository, ticketRepository } from '../ticket.repository.ts'

export interface Dependencies {
  readonly tickets: TicketRepository
  readonly followUps: FollowUpRepository
}

/** Returns whether a question was stored after the reply that the member saw. A reply to it may have been sent already. */
const wasAsked = ({ messages }: Ticket, { message, seen }: BodyOf<typeof askFollowUp>): boolean => {
  const since = seen === undefined ? messages.slice(-1) : messages.filter(({ at }) => at > seen)
  return since.some(({ from, text }) => from === 'member' && text === message)
}

/** Accepts a follow-up question until 14 days after the reply. A repeated request changes nothing. */
export const handle: Handle<typeof askFollowUp, Dependencies> = ({ caller, body, now }, deps) =>
  retryOnConflict('the ticket', async () => {
    const ticket = await deps.tickets.findById(caller.userId, body.id, now)
    if (ticket === undefined) return apiError('not_found')
    if (wasAsked(ticket, body)) return { answeredBy: ticket.answeredBy }
    const until = followUpUntil(ticket.messages)
    if (until === undefined || now >= until) return apiError('follow_up_closed')
    const answeredBy = nextWorkingDay(now)
    const newFollowUp = { from: caller.profile, ticket, message: body.message, answeredBy, now }
    return (await deps.followUps.add(newFollowUp)) === 'stale' ? 'stale' : { answeredBy }
  })

const table = new Table()
export const handler = serve(
  askFollowUp,
  handle,
  { tickets: ticketRepository(table), followUps: followUpRepository(table) },
  { table, guard: memberGuard },
)
