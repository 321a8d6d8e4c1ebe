import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Counts } from './counts.ts'

/** File in which `npm test` records its last complete run. */
const runRecordFile = '.cache/test-run.json'

const runRecord = z.object({
  /** ISO time. */
  endedAt: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
})
export type RunRecord = z.infer<typeof runRecord>

/** Writes the duration and the result of a complete run of `npm test`, in place of the earlier record. */
export const writeRunRecord = (
  phases: readonly Counts[],
  seconds: number,
  { file = runRecordFile, now = new Date() } = {},
): void => {
  const sum = (of: (counts: Counts) => number) => phases.reduce((total, counts) => total + of(counts), 0)
  const record: RunRecord = {
    endedAt: now.toISOString(),
    seconds,
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(record))
}

/** Reads the record of the last complete run. Returns undefined if there is none. */
export const readRunRecord = (file = runRecordFile): RunRecord | undefined =>
  existsSync(file) ? runRecord.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
