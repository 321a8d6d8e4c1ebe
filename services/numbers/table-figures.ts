import { inboxStates } from '#shared/values/inbox.ts'
import { londonMonthOf, timeliness } from '#shared/rules/numbers.ts'
import { planOf } from '#platform/account/plan.ts'
import { subscriberRecord } from '#platform/account/records.ts'
import { type InboxRecord, inboxRecord } from '#platform/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { readChatCounts } from '#services/chat/public.ts'
import { listAccountIds } from '#services/identity/public.ts'
import { referralRepository } from '#services/referrals/public.ts'
import type { MonthValue } from './stripe-figures.ts'

/** The position of an answered item in its list starts with the time of the reply. */
const answeredAtOf = ({ state, gsi1sk }: InboxRecord): string | null =>
  state === 'answered' ? (gsi1sk.split('#')[0] ?? null) : null

/** Lists the tickets of members. Those that were closed without a reply needed none. */
const listTickets = async (table: Table): Promise<InboxRecord[]> => {
  const found: InboxRecord[] = []
  for (const state of inboxStates)
    if (state !== 'closed')
      for (const item of await table.listByIndex(keys.inboxOf(state, '').gsi1pk)) {
        const record = inboxRecord.parse(item)
        if (record.user_id !== null) found.push(record)
      }
  return found
}

/** The figures that our table knows. */
export const tableFigures = (table: Table) => ({
  /** Counts the accounts that have access through each plan now. */
  async countMembers(now: Date): Promise<{ monthly: number; annual: number }> {
    const ids = await listAccountIds(table)
    const subscribers = await table.findMany(
      ids.map((id) => keys.subscriber(id)),
      subscriberRecord,
    )
    const plans = subscribers.map((subscriber) => planOf(subscriber, now))
    const count = (plan: string) => plans.filter((one) => one === plan).length
    return { monthly: count('monthly'), annual: count('annual') }
  },

  /** Returns the tickets by whether their reply was in time, in the month of their question. */
  async readTickets(now: Date): Promise<{ onTime: MonthValue[]; late: MonthValue[] }> {
    const tickets = (await listTickets(table)).map((item) => ({
      month: londonMonthOf(new Date(item.asked_at)),
      value: 1,
      timeliness: timeliness({ dueOn: item.due_on, answeredAt: answeredAtOf(item) }, now),
    }))
    return {
      onTime: tickets.filter((ticket) => ticket.timeliness === 'on-time'),
      late: tickets.filter((ticket) => ticket.timeliness === 'late'),
    }
  },

  /** Returns the verified sign-ups through referral links between two months, both included. */
  async readReferrals(first: string, last: string): Promise<MonthValue[]> {
    const days = await referralRepository(table).listDays(`${first}-01`, `${last}-31`)
    return days.map(({ day, count }) => ({ month: day.slice(0, 7), value: count }))
  },

  /** Returns the chats of each month. */
  readChats: (): Promise<readonly MonthValue[]> => readChatCounts(table),
})

export type TableFigures = ReturnType<typeof tableFigures>
