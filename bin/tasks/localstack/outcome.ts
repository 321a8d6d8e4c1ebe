import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { stackParts, type StackPart } from '#lib/stacks/app.ts'

/** The tests of the deployed stacks, and the stacks that each calls. */
export const suites: readonly { readonly file: string; readonly needs: readonly StackPart[] }[] = [
  { file: 'test/localstack/data.test.ts', needs: ['data'] },
  {
    file: 'test/localstack/flow.test.ts',
    needs: ['data', 'identity', 'web', 'api', 'members', 'admin', 'operations'],
  },
]

export interface Test {
  readonly name: string
  readonly result: 'passed' | 'failed' | 'skipped'
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

const resultOf = (status: string): Test['result'] =>
  status === 'passed' || status === 'failed' ? status : 'skipped'

/**
 * Reads the tests from Vitest's JSON report. A file that could not be loaded, or a missing report, is a failed test.
 */
export const readTests = (file: string): Test[] => {
  if (!existsSync(file)) return [{ name: 'the run of the tests', result: 'failed' }]
  return report
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .testResults.flatMap(({ name, status, assertionResults }) =>
      assertionResults.length === 0
        ? [{ name, result: resultOf(status) }]
        : assertionResults.map((one) => ({ name: one.fullName, result: resultOf(one.status) })),
    )
}

/** Returns the suites whose stacks are all deployed, and for each other one the missing stacks. */
export const testable = (deployed: readonly StackPart[]) =>
  suites.map((suite) => ({ ...suite, missing: suite.needs.filter((part) => !deployed.includes(part)) }))

/** A deployment of all stacks, and its tests. */
export interface Round {
  readonly deployed: readonly StackPart[]
  readonly tests: readonly Test[]
}

export interface Rounds {
  readonly first: Round
  /** Undefined, like the second round, if the first one did not deploy all stacks. */
  readonly removal:
    | {
        readonly destroyed: readonly StackPart[]
        /** Resources whose names would block the next deployment. */
        readonly left: readonly string[]
      }
    | undefined
  readonly second: Round | undefined
}

export interface Run extends Rounds {
  /** Lines about the resources that were left out. */
  readonly leftOut: readonly string[]
}

interface Outcome {
  readonly lines: string[]
  readonly isComplete: boolean
}

const missingIn = (parts: readonly StackPart[]): StackPart[] =>
  stackParts.filter((part) => !parts.includes(part))

const outcomeOfRound = ({ deployed, tests }: Round): Outcome => {
  const notDeployed = missingIn(deployed)
  const named = (result: Test['result']) => tests.filter((test) => test.result === result)
  const notTested = testable(deployed).filter(({ missing }) => missing.length > 0)
  const failed = named('failed')
  const skipped = named('skipped')
  const passed = named('passed')
  return {
    lines: [
      `Deployed: ${deployed.join(', ') || 'no stack'}.`,
      ...(notDeployed.length > 0 ? [`Not deployed: ${notDeployed.join(', ')}.`] : []),
      ...notTested.map(({ file, missing }) => `Skipped: ${file}, which calls ${missing.join(', ')}.`),
      ...skipped.map(({ name }) => `Skipped: ${name}.`),
      ...failed.map(({ name }) => `Failed: ${name}.`),
      `${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`,
    ],
    isComplete:
      notDeployed.length + notTested.length + failed.length + skipped.length === 0 && passed.length > 0,
  }
}

const outcomeOfRemoval = ({ destroyed, left }: NonNullable<Rounds['removal']>): Outcome => {
  const notDestroyed = missingIn(destroyed)
  return {
    lines: [
      `Destroyed: ${destroyed.join(', ') || 'no stack'}.`,
      ...(notDestroyed.length > 0 ? [`Not destroyed: ${notDestroyed.join(', ')}.`] : []),
      ...left.map((name) => `Left after the removal: ${name}.`),
    ],
    isComplete: notDestroyed.length + left.length === 0,
  }
}

/**
 * Summarises a run. It is complete if every stack was deployed, destroyed without a trace and deployed again, and every
 * test passed both times.
 */
export const outcomeOf = ({ first, removal, second, leftOut }: Run): Outcome => {
  const outcomes = [outcomeOfRound(first)]
  if (removal) outcomes.push(outcomeOfRemoval(removal))
  if (second) outcomes.push(outcomeOfRound(second))
  const skipped = second === undefined ? ['Skipped: destroying the stacks and deploying them again.'] : []
  return {
    lines: [...leftOut, ...outcomes.flatMap(({ lines }) => lines), ...skipped],
    isComplete: outcomes.length === 3 && outcomes.every(({ isComplete }) => isComplete),
  }
}
