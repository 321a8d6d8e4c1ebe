import type { Counts } from './counts.ts'

export interface Phase extends Counts {
  readonly name: string
  readonly seconds: number
  /** Names of the failed tests with their errors. A crash has none: its output is in the lane. */
  readonly failures: readonly string[]
}

const line = ({ name, passed, failed, seconds }: Phase) =>
  [
    name.padEnd(12),
    `${String(passed).padStart(5)} passed`,
    `${String(failed).padStart(5)} failed`,
    `${seconds.toFixed(1).padStart(7)} s`,
  ].join('')

const failuresOf = ({ name, failures }: Phase): string[] =>
  failures.length === 0 ? [] : [`Failed in ${name}:`, ...failures, '']

/**
 * Prints the failed tests, then one line per phase, because a reader sees the end of a log first. The last line is the
 * total alone, for tools to read.
 *
 * @param seconds the duration of the whole run: phases run side by side
 */
export const summary = (phases: readonly Phase[], seconds: number): string => {
  const sum = (of: (phase: Phase) => number) => phases.reduce((total, phase) => total + of(phase), 0)
  return [
    ...phases.flatMap(failuresOf),
    ...phases.map(line),
    `in ${seconds.toFixed(1)} s`,
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`,
  ].join('\n')
}
