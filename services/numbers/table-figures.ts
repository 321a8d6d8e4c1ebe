import { inboxStates } from '#shared/values/inbox.ts'
import { londonMonthOf, timeliness } from '#shared/rules/numbers.ts'
import { planOf } from '#platform/account/plan.ts'
import { subscriberRecord } from '#platform/account/records.ts'
import { type InboxRecord, inboxRecord, waitingSince } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { parseEach } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { readChatCounts } from '#services/chat/public.ts'
import { listAccountIds } from '#services/identity/public.ts'
import { referralRepository } from '#services/referrals/public.ts'
import type { MonthValue } from './stripe-figures.ts'

/** A question of a ticket, with the day by which it was due and the time of its reply. */
interface Question {
  readonly askedAt: string
  readonly dueOn: string
  readonly answeredAt: string | null
}

/**
 * Returns the questions of a ticket: the questions with a reply, and the question that waits for one. A question that was
 * closed without a reply needed none.
 */
const questionsOf = (item: InboxRecord): Question[] => {
  const { answers = [], due_on: dueOn, state, gsi1sk } = item
  const answered = answers.map(({ asked_at, due_on, at }) => ({
    askedAt: asked_at,
    dueOn: due_on,
    answeredAt: at,
  }))
  const askedAt = waitingSince(item)
  if (state === 'closed' || answered.some((question) => question.askedAt === askedAt)) return answered
  // Older items have no stored answers. The position of an answered item in the list starts with the time of the reply.
  const answeredAt = state === 'answered' ? (gsi1sk.split('#')[0] ?? null) : null
  return [...answered, { askedAt, dueOn, answeredAt }]
}

/** Lists the tickets of members. */
const listTickets = async (table: Table): Promise<InboxRecord[]> => {
  const found: InboxRecord[] = []
  for (const state of inboxStates)
    found.push(
      ...parseEach(await table.listByIndex(keys.inboxOf(state, '').gsi1pk), (item) =>
        inboxRecord.parse(item),
      ),
    )
  return found.filter(({ user_id }) => user_id !== null)
}

/** The figures computed from the table. */
export const tableFigures = (table: Table) => ({
  /** Counts the accounts that have access through each plan now. */
  async countMembers(now: Date): Promise<{ monthly: number; annual: number }> {
    const ids = await listAccountIds(table)
    const subscribers = parseEach(await table.readMany(ids.map((id) => keys.subscriber(id))), (item) =>
      subscriberRecord.parse(item),
    )
    const plans = subscribers.map((subscriber) => planOf(subscriber, now))
    const count = (plan: string) => plans.filter((one) => one === plan).length
    return { monthly: count('monthly'), annual: count('annual') }
  },

  /** Returns the questions of tickets by whether their reply was in time, each in the month in which it was asked. */
  async readTickets(now: Date): Promise<{ onTime: MonthValue[]; late: MonthValue[] }> {
    const questions = (await listTickets(table)).flatMap(questionsOf).map((question) => ({
      month: londonMonthOf(new Date(question.askedAt)),
      value: 1,
      timeliness: timeliness(question, now),
    }))
    return {
      onTime: questions.filter((question) => question.timeliness === 'on-time'),
      late: questions.filter((question) => question.timeliness === 'late'),
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
