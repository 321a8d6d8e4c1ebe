import * as z from 'zod'
import { control } from './control.ts'

const outcomes = z.object({
  outcomes: z.tuple([z.object({ ok: z.literal(true), payload: z.unknown() })]),
})

/** Runs a function that EventBridge invokes, now, and returns its result. Default: with the event of a schedule. */
export const runSchedule = async (schedule: string, event?: object): Promise<unknown> =>
  (await control('POST', 'run', outcomes, { schedule, event })).outcomes[0].payload
