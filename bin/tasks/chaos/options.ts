import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

interface ChaosOptions {
  readonly journeys: number
  readonly seed: number
}

const positiveInteger = (name: string, text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a positive whole number`)
  return value
}

/** Reads `--journeys` (default: 10,000) and `--seed` (default: another one each time). */
export const readChaosOptions = (args: string[], now = Date.now()): ChaosOptions => {
  const { values } = parseArgs({
    args,
    options: { journeys: { type: 'string', default: '10000' }, seed: { type: 'string' } },
  })
  return {
    journeys: positiveInteger('journeys', values.journeys),
    seed: positiveInteger('seed', values.seed ?? String((now % 1_000_000_000) + 1)),
  }
}

type FaultCounts = Readonly<Record<string, number>>

/** Reads what a run has counted. Returns undefined if it did not reach its end. */
export const readFaults = (file: string): FaultCounts | undefined => {
  if (!existsSync(file)) return undefined
  const counts: FaultCounts = JSON.parse(readFileSync(file, 'utf8'))
  return counts
}

/** Formats the injected faults, most frequent first. */
export const faultTable = (faults: FaultCounts): string =>
  [
    'injected  fault',
    ...Object.entries(faults)
      .toSorted(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${String(count).padStart(8)}  ${kind}`),
  ].join('\n')
