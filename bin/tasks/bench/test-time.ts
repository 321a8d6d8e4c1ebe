import type { RunRecord } from '../test/run-record.ts'
import type { Figure } from './table.ts'

/**
 * Returns the duration of `npm test` as a figure, and a sentence that says where it comes from or why it is missing.
 * A failed run has no figure, because it may have skipped a part of its work.
 */
export const testTime = (run: RunRecord | undefined): { figures: Figure[]; note: string } => {
  if (run === undefined)
    return {
      figures: [],
      note: 'The time of `npm test` is missing: no run is recorded. Run `npm test` first.',
    }
  const day = run.endedAt.slice(0, 10)
  if (run.failed > 0)
    return {
      figures: [],
      note: `The time of \`npm test\` is missing: ${run.failed} failed in the last run, on ${day}.`,
    }
  return {
    figures: [{ what: 'npm test on this machine', value: run.seconds, budget: 360, unit: 's' }],
    note: `The time of \`npm test\` is from the last run, on ${day}: ${run.passed} passed.`,
  }
}
