import { monthsUntil, sumByMonth } from '#shared/rules/numbers.ts'
import { log } from '#platform/log.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { type NumbersRepository, numbersRepository } from '../numbers.repository.ts'
import { type MonthValue, readStripeFigures } from '../stripe-figures.ts'
import { type TableFigures, tableFigures } from '../table-figures.ts'

export interface Dependencies {
  readonly numbers: NumbersRepository
  readonly figures: TableFigures
  readonly readStripeFigures: typeof readStripeFigures
}

/**
 * Computes the figures of the last twelve months and replaces the figures of the night before. All are recomputed,
 * because a payment can be disputed, and a ticket answered, in a later month.
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ months: number }> => {
  const months = monthsUntil(now)
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const money = await deps.readStripeFigures(months)
  const [members, tickets, referrals, chats] = await Promise.all([
    deps.figures.countMembers(now),
    deps.figures.readTickets(now),
    deps.figures.readReferrals(first, last),
    deps.figures.readChats(),
  ])
  const sums = (values: readonly MonthValue[]) => {
    const byMonth = sumByMonth(months, values)
    return (month: string) => byMonth.get(month) ?? 0
  }
  const sumOf = {
    joined: sums(money.joined),
    left: sums(money.left),
    incomeMinor: sums(money.income),
    returnedMinor: sums(money.returned),
    passesSold: sums(money.passesSold),
    chats: sums(chats),
    ticketsOnTime: sums(tickets.onTime),
    ticketsLate: sums(tickets.late),
    referrals: sums(referrals),
  }
  await deps.numbers.write({
    computedAt: now.toISOString(),
    members,
    months: months.map((month) => ({
      month,
      joined: sumOf.joined(month),
      left: sumOf.left(month),
      incomeMinor: sumOf.incomeMinor(month),
      returnedMinor: sumOf.returnedMinor(month),
      passesSold: sumOf.passesSold(month),
      chats: sumOf.chats(month),
      ticketsOnTime: sumOf.ticketsOnTime(month),
      ticketsLate: sumOf.ticketsLate(month),
      referrals: sumOf.referrals(month),
    })),
  })
  log.info('numbers computed', { months: months.length })
  return { months: months.length }
}

const table = new Table()
const deps: Dependencies = {
  numbers: numbersRepository(table),
  figures: tableFigures(table),
  readStripeFigures,
}
export const handler = scheduled((now) => handle(deps, now))
