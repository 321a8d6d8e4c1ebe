import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './switch.ts'

/** The guards that one test reached. */
export interface Reach {
  readonly test: string
  readonly sites: readonly string[]
  readonly passed: boolean
  /** Processor time, which other work on the machine does not change. */
  readonly milliseconds: number
}

/** The mutants that a test file runs. */
interface Planned {
  readonly mutants: readonly Mutant[]
  /** Fast tests run once more, without a mutant, at the end. */
  readonly isFast: boolean
}

export type Plan = Readonly<Record<string, Planned>>

/** A step of one mutant in one test. `unreliable`: the test fails without a mutant when it is repeated. */
export interface Result {
  readonly mutant: string
  readonly test: string
  readonly outcome: 'started' | 'killed' | 'survived' | 'unreliable'
}

/** Files through which the command and the test processes exchange data. Lines survive a test process that is ended. */
export const runFiles = (folder: string) => {
  const path = (name: string) => join(folder, name)
  const read = <T>(name: string): T[] =>
    existsSync(path(name))
      ? readFileSync(path(name), 'utf8')
          .split('\n')
          // After the last line break there is nothing, or a line that is still being written.
          .slice(0, -1)
          // Only this file writes these lines.
          .map((line): T => JSON.parse(line))
      : []
  const lineOf = (value: object) => `${JSON.stringify(value)}\n`
  const append = (name: string, value: object) => appendFileSync(path(name), lineOf(value))
  return {
    targets: (): string[] => read<string[]>('targets.json').flat(),
    writeTargets: (files: readonly string[]) => writeFileSync(path('targets.json'), lineOf(files)),
    /** The mutants that each test has to run with. Undefined while the reach of the tests is measured. */
    plan: (): Plan | undefined => read<Plan>('plan.json')[0],
    writePlan: (plan: Plan) => writeFileSync(path('plan.json'), lineOf(plan)),
    reach: () => read<Reach>('reach.jsonl'),
    addReach: (reach: Reach) => append('reach.jsonl', reach),
    results: () => read<Result>('results.jsonl'),
    addResult: (result: Result) => append('results.jsonl', result),
    writeResults: (results: readonly Result[]) =>
      writeFileSync(path('results.jsonl'), results.map(lineOf).join('')),
  }
}

/** Names the folder of a run to the processes of its tests. */
export const folderVariable = 'MUTATE_FOLDER'
