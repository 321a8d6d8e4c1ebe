import type { Calls } from './calls.ts'
import { callsIn, type Journey, journeys } from './journeys.ts'
import { fullPriceOf, priceOf, type PriceName } from './prices.ts'

export type Use = Readonly<Record<PriceName, number>>

/** Duration of a warm request: some processor time, and each round trip to a service of the region. Assumed. */
const secondsOf = ({ rounds }: Calls): number => 0.005 + rounds * 0.006
const memoryGb = 0.5
/** Size of the log line of a function, and of the API's own log line. */
const logGb = { function: 0.6e-6, api: 0.3e-6 }
/** Size of a compressed line of CloudFront's log, times the three months for which prod keeps it. */
const accessLogGbMonths = 0.15e-6 * 3
/** A page and its three assets: the page runs one function for the request and one for the response. */
const edgeFunctionsOfRequest = 2 / 4
/** An index is written with its item. About every second item is in one. */
const withIndexes = 1.5
/** Profile, subscription, tickets, emails and audit of an account. */
const gbPerMember = 20e-6

/** `get-library` reads about 1 MB for 1,000 files, 4 KB to a unit: docs/table.md. */
export const unitsOfLibrary = 250
/** Operations whose reads are larger than one unit each. The caller's account is one more read. */
const readUnitsOf: Readonly<Record<string, number>> = { 'get-library': unitsOfLibrary + 1 }

/**
 * Compressed response with its headers. The library has 350 bytes per file (docs/library.md), a fifth of it compressed.
 */
const responseGb = 1e-6
const responseGbOf: Readonly<Record<string, number>> = { 'get-library': (1000 * 350e-9) / 5 }

/**
 * Returns the usage of one call of an operation. Other reads of the table are one unit: up to 4 KB, strongly
 * consistent.
 */
export const useOfCall = (operation: string): Partial<Use> => {
  const calls = callsIn(operation)
  return {
    apiRequests: 1,
    lambdaRequests: 1,
    lambdaTime: secondsOf(calls) * memoryGb,
    readUnits: readUnitsOf[operation] ?? calls.reads,
    writeUnits: calls.writeUnits * withIndexes,
    pageRequests: 1,
    pageTraffic: responseGbOf[operation] ?? responseGb,
    logs: logGb.function + logGb.api,
    accessLogs: accessLogGbMonths,
  }
}

/**
 * The delivery of an email by `deliver-email`: it claims the item of 2 KB, looks for a stopped address, calls SES and
 * marks the item. The operation that causes the email writes the item itself.
 */
const useOfEmail: Partial<Use> = {
  emails: 1,
  lambdaRequests: 1,
  lambdaTime: secondsOf({ reads: 1, writes: 2, writeUnits: 4, pool: 0, rounds: 4 }) * memoryGb,
  readUnits: 1,
  writeUnits: 4 * withIndexes,
  logs: logGb.function,
}

const add = (a: Partial<Use>, b: Partial<Use>, times = 1): Partial<Use> => {
  const sum: Partial<Record<PriceName, number>> = { ...a }
  for (const [name, value] of Object.entries(b) as [PriceName, number][])
    sum[name] = (sum[name] ?? 0) + value * times
  return sum
}

/** Returns the usage of one journey. */
export const useOfJourney = ({ operations, emails, pageRequests, pageMegabytes, fileMegabytes }: Journey) =>
  Object.entries(operations).reduce<Partial<Use>>(
    (sum, [operation, times]) => add(sum, useOfCall(operation), times),
    add(
      {
        pageRequests,
        edgeFunctions: pageRequests * edgeFunctionsOfRequest,
        pageTraffic: pageMegabytes / 1000,
        fileTraffic: fileMegabytes / 1000,
        accessLogs: pageRequests * accessLogGbMonths,
      },
      useOfEmail,
      emails,
    ),
  )

const secondsOfMonth = 30 * 24 * 3600

/** X-Ray traces the first request of each second and a twentieth of the others. From memory. */
const tracesOf = ({ lambdaRequests = 0 }: Partial<Use>): number =>
  Math.min(lambdaRequests, secondsOfMonth + lambdaRequests / 20)

/** Returns the usage of this many members in a month. */
export const useOfMonth = (members: number): Partial<Use> => {
  const perMember = journeys.reduce<Partial<Use>>(
    (sum, journey) => add(sum, useOfJourney(journey), journey.perMonth),
    { activeUsers: 1, tableStorage: gbPerMember },
  )
  const use = add({ fixed: 1 }, perMember, members)
  return { ...use, traces: tracesOf(use) }
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
