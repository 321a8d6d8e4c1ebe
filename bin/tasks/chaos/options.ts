import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseCommandLine, positiveInteger } from '../command-line/options.ts'

const usage = `npm run chaos -- [--journeys 10000] [--seed <number>] [--processes <number>]

Sends random users on random journeys while services fail, functions are interrupted and steps overlap.

--journeys   number of random journeys
--seed       repeats an earlier run, which printed it; default: another one each time
--processes  number of processes side by side; default: one for each processor`

export interface ChaosOptions {
  readonly journeys: number
  readonly seed: number
  /** Number of processes that run side by side. */
  readonly processes: number
}

/**
 * Parses the command line of `npm run chaos`.
 *
 * @throws Error with the usage
 */
export const readChaosOptions = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now = Date.now(),
): ChaosOptions => {
  const options = {
    journeys: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String((now % 1_000_000_000) + 1) },
    processes: { type: 'string', default: String(availableParallelism()) },
  } as const
  const { values } = parseCommandLine({ args: [...args], options }, usage, env)
  return {
    journeys: positiveInteger('journeys', values.journeys, usage),
    seed: positiveInteger('seed', values.seed, usage),
    processes: positiveInteger('processes', values.processes, usage),
  }
}

/** Counts of each kind of injected fault. A kind that was never injected has a zero. */
export type FaultCounts = Readonly<Record<string, number>>

/** Reads a run's counters. Returns undefined if it did not reach its end. */
export const readFaults = (file: string): FaultCounts | undefined => {
  if (!existsSync(file)) return undefined
  const counts: FaultCounts = JSON.parse(readFileSync(file, 'utf8'))
  return counts
}

/** Adds up the faults of several runs. */
export const sumOfFaults = (all: readonly FaultCounts[]): FaultCounts => {
  const sum = new Map<string, number>()
  for (const [kind, count] of all.flatMap((counts) => Object.entries(counts)))
    sum.set(kind, (sum.get(kind) ?? 0) + count)
  return Object.fromEntries(sum)
}

/** Number of journeys from which every fault should occur. With fewer, chance may leave out a rare one. */
const journeysForEveryFault = 1000

/** Returns the kinds of faults that no journey met, although there were enough journeys to meet each of them. */
export const missingFaults = ({ journeys }: Pick<ChaosOptions, 'journeys'>, faults: FaultCounts): string[] =>
  journeys < journeysForEveryFault ? [] : Object.keys(faults).filter((kind) => faults[kind] === 0)

/** Formats the injected faults, most frequent first. */
export const faultTable = (faults: FaultCounts): string =>
  [
    'injected  fault',
    ...Object.entries(faults)
      .toSorted(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${String(count).padStart(8)}  ${kind}`),
  ].join('\n')
