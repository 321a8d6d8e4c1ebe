import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Outcome } from './outcomes.ts'

const acceptedSurvivor = z.strictObject({
  file: z.string(),
  /** The guard, as written. */
  code: z.string(),
  change: z.string(),
  /** Reason for which no test can or should detect the change. */
  reason: z.string().min(20),
})
export type AcceptedSurvivor = z.infer<typeof acceptedSurvivor>

const page = 'bin/tasks/mutate/accepted-survivors.json'

/** Reads the survivors that were accepted with a reason. */
export const acceptedSurvivors = (): AcceptedSurvivor[] =>
  z.array(acceptedSurvivor).parse(JSON.parse(readFileSync(page, 'utf8')))

const isSame = (one: AcceptedSurvivor, { site, change }: Outcome): boolean =>
  one.file === site.file && one.code === site.code && one.change === change

export interface Accepted {
  /** Returns undefined for an outcome that was not accepted. */
  readonly reasonFor: (outcome: Outcome) => string | undefined
  /** Entries whose guard no longer exists, or whose mutant a test detects now. */
  readonly stale: readonly AcceptedSurvivor[]
}

/** Matches the accepted survivors with the outcomes of a run. Entries of files outside the run are not checked. */
export const checkAccepted = (
  entries: readonly AcceptedSurvivor[],
  outcomes: readonly Outcome[],
  targets: readonly string[],
): Accepted => {
  const survivors = outcomes.filter(({ isKilled }) => !isKilled)
  return {
    reasonFor: (outcome) => entries.find((entry) => isSame(entry, outcome))?.reason,
    stale: entries
      .filter(({ file }) => targets.includes(file))
      .filter((entry) => !survivors.some((outcome) => isSame(entry, outcome))),
  }
}
