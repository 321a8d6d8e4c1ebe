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
    const [account, earlier] = await Promise.all([
      findAccount(table, userId),
      tickets.listPage(userId, undefined, now),
    ])
    return { plan: planTexts[planOf(account?.subscriber, now)], earlier }
  }
  return async (holder: PassHolder, now: Date): Promise<VisitorFacts> => {
    const [minutes, account] = await Promise.all([
      passMinutes(holder, now),
      holder.userId === undefined ? undefined : ofAccount(holder.userId, now),
    ])
    const pass =
      minutes === null ? undefined : `Pass, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
    // Newest first.
    const { tickets: newest = [], next } = account?.earlier ?? {}
    const [latest] = newest
    const count = next === undefined ? newest.length : `More than ${newest.length}`
    const named = newest
      .slice(0, maxNamedTickets)
      .map(({ topic, createdAt }) => `${topic} (${dateInWords(createdAt)})`)
    return {
      access: account?.plan ?? pass ?? 'No plan and no minutes left',
      country: latest === undefined ? 'Not known' : `${countryNames[latest.country]} (latest ticket)`,
      earlier_tickets: latest === undefined ? 'None' : `${count}: ${named.join('; ')}`,
    }
  }
}

export type ReadVisitorFacts = ReturnType<typeof visitorFactsReader>
