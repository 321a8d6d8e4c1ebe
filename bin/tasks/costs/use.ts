import type { Calls } from './calls.ts'
import { callsIn, type Journey, journeys } from './journeys.ts'
import { fullPriceOf, priceOf, type PriceName } from './prices.ts'

export type Use = Readonly<Record<PriceName, number>>

/** Duration of a warm request: some processor time, and each round trip to a service of the region. Assumed. */
const secondsOf = ({ rounds }: Calls): number => 0.005 + rounds * 0.006
const memoryGb = 0.5
const logGb = 0.6e-6
/** An index is written with its item. About every second item is in one. */
const withIndexes = 1.5
/** Profile, subscription, tickets, emails and audit of an account. */
const gbPerMember = 20e-6

/** Returns what one call of an operation uses. A read of the table is one unit: up to 4 KB, strongly consistent. */
export const useOfCall = (operation: string): Partial<Use> => {
  const calls = callsIn(operation)
  return {
    apiRequests: 1,
    lambdaRequests: 1,
    lambdaTime: secondsOf(calls) * memoryGb,
    readUnits: calls.reads,
    writeUnits: calls.writeUnits * withIndexes,
    pageRequests: 1,
    logs: logGb,
  }
}

const add = (a: Partial<Use>, b: Partial<Use>, times = 1): Partial<Use> => {
  const sum: Partial<Record<PriceName, number>> = { ...a }
  for (const [name, value] of Object.entries(b) as [PriceName, number][])
    sum[name] = (sum[name] ?? 0) + value * times
  return sum
}

/** Returns what one journey uses. */
export const useOfJourney = ({ operations, emails, pageRequests, pageMegabytes, fileMegabytes }: Journey) =>
  Object.entries(operations).reduce<Partial<Use>>(
    (sum, [operation, times]) => add(sum, useOfCall(operation), times),
    { emails, pageRequests, pageTraffic: pageMegabytes / 1000, fileTraffic: fileMegabytes / 1000 },
  )

/** Returns what this many members use in a month. */
export const useOfMonth = (members: number): Partial<Use> => {
  const perMember = journeys.reduce<Partial<Use>>(
    (sum, journey) => add(sum, useOfJourney(journey), journey.perMonth),
    { activeUsers: 1, tableStorage: gbPerMember },
  )
  return add({ fixed: 1 }, perMember, members)
}

/** Returns the price of a use, with or without the free amounts of a month. */
export const costOf = (use: Partial<Use>, options: { readonly isWholeMonth: boolean }): number =>
  (Object.entries(use) as [PriceName, number][]).reduce(
    (sum, [name, value]) => sum + (options.isWholeMonth ? priceOf(name, value) : fullPriceOf(name, value)),
    0,
  )

/** Calls of operations that one member makes in a month. */
export const callsPerMonth = (operation?: string): number =>
  journeys.reduce(
    (sum, { perMonth, operations }) =>
      sum +
      perMonth *
        Object.entries(operations)
          .filter(([name]) => operation === undefined || name === operation)
          .reduce((calls, [, times]) => calls + times, 0),
    0,
  )
