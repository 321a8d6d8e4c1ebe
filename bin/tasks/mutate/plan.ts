import type { Plan, Reach } from './run-files.ts'
import type { Mutant, Site } from './switch.ts'

/** Tests that try to notice one mutant: the fastest ones, up to this number and this processor time. */
const maxTests = 60
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
