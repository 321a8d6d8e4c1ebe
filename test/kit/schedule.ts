import * as z from 'zod'
import { control } from './control.ts'

const outcomes = z.object({
  outcomes: z.tuple([z.object({ ok: z.literal(true), payload: z.unknown() })]),
})

/** Runs a scheduled function now and returns its result. */
export const runSchedule = async (schedule: string): Promise<unknown> =>
  (await control('POST', 'run', outcomes, { schedule })).outcomes[0].payload
