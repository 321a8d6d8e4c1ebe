import type { Plan, Reach } from './run-files.ts'
import type { Mutant, Site } from './switch.ts'

/** Tests that try to detect one mutant: the fastest ones, up to this number and this processor time. */
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

/** Test files whose tests take longer than this on average run last: the others detect most of the mutants. */
const slowFileMilliseconds = 400

/** Lists the files of the tests that have mutants to run: the fast files, and then the slow ones. */
export const filesInOrder = (plan: Plan, reach: readonly Reach[]): string[][] => {
  const times = new Map<string, number[]>()
  for (const { test, milliseconds } of reach) {
    const file = test.split(' › ')[0]
    if (file !== undefined && (plan[test]?.mutants.length ?? 0) > 0)
      times.set(file, [...(times.get(file) ?? []), milliseconds])
  }
  const isSlow = (file: string) => {
    const ofFile = times.get(file) ?? []
    return ofFile.reduce((sum, one) => sum + one, 0) > slowFileMilliseconds * ofFile.length
  }
  const files = [...times.keys()]
  return [files.filter((file) => !isSlow(file)), files.filter(isSlow)].filter((group) => group.length > 0)
}
