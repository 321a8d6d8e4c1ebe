import { parseArgs } from 'node:util'

/**
 * Loads of each page and of its static copy. Two loads of the same page differ by up to 40 %: with eleven rounds, the
 * median of the home page was between 0.98 and 1.16 times its copy.
 */
export const defaultRounds = 21

export interface BenchOptions {
  /** Whether to write docs/bench.md. */
  readonly record: boolean
  /** The only page to measure. Everything, if undefined. */
  readonly page: string | undefined
  readonly rounds: number
}

/** Reads the options of `npm run bench`. Throws if one is unknown or has no meaning. */
export const benchOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      record: { type: 'boolean', default: false },
      page: { type: 'string' },
      rounds: { type: 'string', default: String(defaultRounds) },
    },
  })
  const { record, page } = values
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1.')
  if (page !== undefined && record) throw new Error('--record needs all pages: leave out --page.')
  return { record, page, rounds }
}
