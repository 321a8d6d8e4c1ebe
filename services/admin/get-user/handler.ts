import { getUser, type UserDetails } from '#shared/contract/admin.ts'
import { minutesLeft, passEnd } from '#shared/rules/access.ts'
import { type Account, currentPassOf } from '#platform/account/account.ts'
import { planOf } from '#platform/account/plan.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { inboxIdOfTicket } from '#platform/table/inbox.ts'
import { Table } from '#platform/table/table.ts'
import { emailProblemRepository, type EmailProblemRepository } from '#services/email/public.ts'
import { type TicketRepository, ticketRepository } from '#services/tickets/public.ts'
import { summaryOf, type UserRepository, userRepository } from '../user.repository.ts'

interface Dependencies {
  readonly users: UserRepository
  readonly tickets: Pick<TicketRepository, 'listPage'>
  readonly emailProblems: Pick<EmailProblemRepository, 'findStop'>
}

const passOf = (account: Account, now: Date): UserDetails['pass'] => {
  const pass = currentPassOf(account, now)
  if (pass === undefined) return null
  return {
    minutes_left: minutesLeft(pass, now),
    started_at: pass.startedAt ?? null,
    ends_at: passEnd(pass).toISOString(),
  }
}

/** Returns the plan that gives access, or that would give it if the balance were paid. */
const planOfUser = (
  { subscriber }: Account,
  status: UserDetails['subscription_status'],
  now: Date,
): UserDetails['plan'] => {
  if (status === 'unpaid') return subscriber?.subscription_tier ?? null
  const plan = planOf(subscriber, now)
  return plan === 'none' ? null : plan
}

export const handle: Handle<typeof getUser, Dependencies> = async ({ body, now }, deps) => {
  const { id, tickets_after } = body
  const [account, { tickets, next }] = await Promise.all([
    deps.users.find(id),
    deps.tickets.listPage(id, tickets_after, now),
  ])
  if (account === undefined) return apiError('not_found')
  const summary = summaryOf(account, now)
  return {
    ...summary,
    plan: planOfUser(account, summary.subscription_status, now),
    subscription_end: account.subscriber?.subscription_end ?? null,
    balance_due_minor: account.subscription?.balance_due_minor ?? null,
    emails_stopped: await deps.emailProblems.findStop(account.profile.email),
    pass: passOf(account, now),
    tickets: tickets.map(({ id: ticketId, topic, createdAt }) => ({
      id: ticketId,
      topic,
      created_at: createdAt,
      inbox_id: inboxIdOfTicket(id, ticketId),
    })),
    tickets_next: next,
  }
}

const table = new Table()
export const handler = serve(
  getUser,
  handle,
  {
    users: userRepository(table),
    tickets: ticketRepository(table),
    emailProblems: emailProblemRepository(table),
  },
  { table, guard: adminGuard },
)
