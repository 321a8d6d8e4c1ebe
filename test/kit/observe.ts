import * as z from 'zod'
import { control, query } from './control.ts'

export const callRecord = z.object({
  at: z.string(),
  function: z.string(),
  service: z.string(),
  action: z.string(),
  resource: z.string(),
  allowed: z.boolean(),
  status: z.number(),
})

/** The calls that functions made to the cloud, oldest first. */
export const calls = (functionName?: string) =>
  control('GET', `calls${query({ function: functionName })}`, z.array(callRecord))

/** What functions wrote to their logs, as text. */
export const logs = async (functionName?: string): Promise<string> =>
  JSON.stringify(await control('GET', `logs${query({ function: functionName })}`, z.unknown()))
