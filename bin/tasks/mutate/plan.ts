import type { Plan, Reach } from './run-files.ts'
import type { Mutant, Site } from './switch.ts'

/** Limits of the tests that try to detect one mutant, in number and in processor time. The fastest tests are chosen. */
const maxTests = 300
const maxMilliseconds = 20_000

/** Slower tests are not repeated without a mutant. */
const fastMilliseconds = 500

/** Assigns each mutant to the fastest tests that reach its guard. */
export const planOf = (
  sites: readonly Site[],
  reach: readonly Reach[],
  unreliable: ReadonlySet<string> = new Set(),
): Plan => {
  const bySpeed = reach
    .filter(({ test, passed }) => passed && !unreliable.has(test))
    .toSorted((a, b) => a.milliseconds - b.milliseconds)
  const testsOf = new Map<string, { names: string[]; milliseconds: number }>()
  for (const { test, sites: reached, milliseconds } of bySpeed)
    for (const site of reached) {
      const chosen = testsOf.get(site) ?? { names: [], milliseconds: 0 }
      if (chosen.names.length === maxTests || chosen.milliseconds > maxMilliseconds) continue
      chosen.names.push(test)
      chosen.milliseconds += milliseconds
      testsOf.set(site, chosen)
    }
  const plan: Record<string, { mutants: Mutant[]; isFast: boolean }> = {}
  for (const { test, milliseconds } of bySpeed)
    plan[test] = { mutants: [], isFast: milliseconds < fastMilliseconds }
  for (const { id, changes } of sites)
    for (const test of testsOf.get(id)?.names ?? [])
      for (const change of changes) plan[test]?.mutants.push({ site: id, change })
  return plan
}

/**
 * Processor time up to which a test runs in each stage, in milliseconds. The fast tests detect most of the mutants, and
 * the slow tests then need not run with these mutants, even in the same file. Tests of rules take about a millisecond,
 * tests in `test/reliability` at least 15.
 */
const stageMilliseconds = [10, 50, 400, Infinity]

/** A part of a plan, and the test files that it needs. */
interface Stage {
  readonly plan: Plan
  readonly files: readonly string[]
}

/** Splits a plan into stages of slower and slower tests. Leaves out tests that have no mutants to run. */
export const stagesOf = (plan: Plan, reach: readonly Reach[]): Stage[] => {
  const stageOf = ({ milliseconds }: Reach) => stageMilliseconds.findIndex((limit) => milliseconds <= limit)
  const needed = reach.filter(({ test }) => (plan[test]?.mutants.length ?? 0) > 0)
  return stageMilliseconds.flatMap((_limit, stage) => {
    const tests = new Set(needed.filter((one) => stageOf(one) === stage).map(({ test }) => test))
    const files = new Set([...tests].flatMap((test) => test.split(' › ').slice(0, 1)))
    const stageEntries = Object.entries(plan).filter(([test]) => tests.has(test))
    return files.size === 0 ? [] : [{ plan: Object.fromEntries(stageEntries), files: [...files] }]
  })
}
