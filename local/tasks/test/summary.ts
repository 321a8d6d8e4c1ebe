import type { Counts } from './counts.ts'

export type Phase = Counts & { readonly name: string; readonly seconds: number }

const line = ({ name, passed, failed, seconds }: Phase) =>
  [
    name.padEnd(12),
    `${String(passed).padStart(5)} passed`,
    `${String(failed).padStart(5)} failed`,
    `${seconds.toFixed(1).padStart(7)} s`,
  ].join('')

/**
 * A line for each phase; the last line is the sum alone, for tools to read. `seconds` is how long it took in all:
 * phases run side by side.
 */
export const summary = (phases: readonly Phase[], seconds: number): string => {
  const sum = (of: (phase: Phase) => number) => phases.reduce((total, phase) => total + of(phase), 0)
  return [
    ...phases.map(line),
    `in ${seconds.toFixed(1)} s`,
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`,
  ].join('\n')
}
