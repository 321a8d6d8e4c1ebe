import { functions } from '#lib/functions.ts'
import { parseCommandLine, positiveInteger } from '../command-line/options.ts'
import { visitsTo } from './visits.ts'

/**
 * Loads of each page and of its static copy. Two loads of the same page differ by up to 40 %: with eleven rounds, the
 * median of the home page was between 0.98 and 1.16 times its copy.
 */
export const defaultRounds = 21

const usage = `npm run bench -- [--rounds ${defaultRounds}] [--record]
npm run bench -- --page /pricing [--rounds ${defaultRounds}]
npm run bench -- --functions [<function> …] [--rounds 15] [--record]
npm run bench -- --load [--members 8] [--seconds 120] [--record]
npm run bench -- --scale

Measures everything, one page, the start of functions or the local cloud under load. --scale writes docs/scale.md.

--rounds  number of loads or starts
--record  writes the page of docs with the results`

/** The part to measure, with its options. */
export type BenchOptions =
  | { readonly part: 'everything'; readonly rounds: number; readonly record: boolean }
  | { readonly part: 'page'; readonly page: string; readonly rounds: number }
  | {
      readonly part: 'functions'
      /** All functions, if empty. */
      readonly names: readonly string[]
      readonly rounds: number
      readonly record: boolean
    }
  | { readonly part: 'load'; readonly members: number; readonly seconds: number; readonly record: boolean }
  | { readonly part: 'scale' }

const options = {
  page: { type: 'string' },
  functions: { type: 'boolean' },
  load: { type: 'boolean' },
  scale: { type: 'boolean' },
  rounds: { type: 'string' },
  members: { type: 'string' },
  seconds: { type: 'string' },
  record: { type: 'boolean' },
} as const

/** Options of each part besides its own name. */
const optionsOf = {
  everything: ['rounds', 'record'],
  page: ['rounds'],
  functions: ['rounds', 'record'],
  load: ['members', 'seconds', 'record'],
  scale: [],
} as const satisfies Readonly<Record<BenchOptions['part'], readonly (keyof typeof options)[]>>

const parts = ['page', 'functions', 'load', 'scale'] as const

/** Returns the problem with the combination of arguments, or undefined. */
const problemOf = (
  part: BenchOptions['part'],
  given: readonly string[],
  names: readonly string[],
): string | undefined => {
  const allowed: readonly string[] = [part, ...optionsOf[part]]
  const foreign = given.find((option) => !allowed.includes(option))
  if (foreign !== undefined)
    return part === 'everything' ? `--${foreign} needs a part.` : `--${foreign} does not go with --${part}.`
  const unknown = names.find((name) => part !== 'functions' || functions.every((one) => one.name !== name))
  if (unknown === undefined) return undefined
  return part === 'functions' ? `Unknown function "${unknown}".` : `"${unknown}" is one word too many.`
}

/**
 * Parses the command line of `npm run bench`.
 *
 * @throws Error that says what is wrong, with the usage
 */
export const readBenchOptions = (args: readonly string[], env: NodeJS.ProcessEnv): BenchOptions => {
  const { values, positionals: names } = parseCommandLine(
    { args: [...args], allowPositionals: true, options },
    usage,
    env,
  )
  const part = parts.find((one) => values[one] !== undefined) ?? 'everything'
  const problem = problemOf(part, Object.keys(values), names)
  if (problem !== undefined) throw new Error(`${problem}\n\n${usage}`)
  const number = (option: 'rounds' | 'members' | 'seconds', otherwise: number): number =>
    positiveInteger(option, values[option] ?? String(otherwise), usage)
  const record = values.record === true
  switch (part) {
    case 'everything':
      return { part, rounds: number('rounds', defaultRounds), record }
    case 'page': {
      const { page = '' } = values
      visitsTo(page)
      return { part, page, rounds: number('rounds', defaultRounds) }
    }
    case 'functions':
      return { part, names, rounds: number('rounds', 15), record }
    case 'load':
      return { part, members: number('members', 8), seconds: number('seconds', 120), record }
    case 'scale':
      return { part }
  }
}
