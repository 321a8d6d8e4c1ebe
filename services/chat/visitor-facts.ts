import type { VisitorFacts } from '#shared/contract/chat.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { countryNames } from '#shared/values/library-facts.ts'
import { type PassHolder, passMinutesFinder } from '#services/passes/public.ts'
import { ticketRepository } from '#services/tickets/public.ts'
import { findAccount } from '#platform/account/account.ts'
import { planOf } from '#platform/account/plan.ts'
import type { Table } from '#platform/table/table.ts'

const planTexts = { monthly: 'Monthly plan', annual: 'Annual plan', none: undefined } as const

/** Maximum number of earlier tickets that are named. The inbox shows all. */
const maxNamedTickets = 3

/** Creates a function that reads the facts about a visitor from our records. None of them comes from a browser. */
export const visitorFactsReader = (table: Table) => {
  const passMinutes = passMinutesFinder(table)
  const tickets = ticketRepository(table)
  const ofAccount = async (userId: string, now: Date) => {
    const [account, all] = await Promise.all([findAccount(table, userId), tickets.listFor(userId, now)])
    return { plan: planTexts[planOf(account?.subscriber, now)], all }
  }
  return async (holder: PassHolder, now: Date): Promise<VisitorFacts> => {
    const [minutes, { plan, all }] = await Promise.all([
      passMinutes(holder, now),
      holder.userId === undefined ? { plan: undefined, all: [] } : ofAccount(holder.userId, now),
    ])
    const pass =
      minutes === null ? undefined : `Pass, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
    // Newest first.
    const [latest] = all
    const named = all
      .slice(0, maxNamedTickets)
      .map(({ topic, createdAt }) => `${topic} (${dateInWords(createdAt)})`)
    return {
      access: plan ?? pass ?? 'No plan and no minutes left',
      country: latest === undefined ? 'Not known' : `${countryNames[latest.country]} (latest ticket)`,
      earlier_tickets: all.length === 0 ? 'None' : `${all.length}: ${named.join('; ')}`,
    }
  }
}

export type ReadVisitorFacts = ReturnType<typeof visitorFactsReader>
