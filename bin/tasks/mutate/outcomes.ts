import type { Reach, Result } from './run-files.ts'
import { type Change, idOf, type Site } from './switch.ts'

/** The result of running the tests on a mutant. */
export interface Outcome {
  readonly site: Site
  readonly change: Change
  readonly isKilled: boolean
  /** True if any test reaches this guard. */
  readonly isReached: boolean
}

export const outcomesOf = (
  sites: readonly Site[],
  reach: readonly Reach[],
  results: readonly Result[],
): Outcome[] => {
  const killed = new Set(results.flatMap(({ mutant, outcome }) => (outcome === 'killed' ? [mutant] : [])))
  const reached = new Set(reach.flatMap((one) => one.sites))
  return sites.flatMap((site) =>
    site.changes.map((change) => ({
      site,
      change,
      isKilled: killed.has(idOf({ site: site.id, change })),
      isReached: reached.has(site.id),
    })),
  )
}
