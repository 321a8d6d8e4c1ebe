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

/** Returns the calls that functions made to the cloud, oldest first. */
export const calls = (functionName?: string) =>
  control('GET', `calls${query({ function: functionName })}`, z.array(callRecord))

/** Returns the logs of functions as text. */
export const logs = async (functionName?: string): Promise<string> =>
  JSON.stringify(await control('GET', `logs${query({ function: functionName })}`, z.unknown()))

/** Returns the calls that a function made while some work ran. Independent of the clock, which tests move. */
export const callsDuring = async (functionName: string, work: () => Promise<unknown>) => {
  const earlier = (await calls(functionName)).map((call) => JSON.stringify(call))
  await work()
  return (await calls(functionName)).filter((call) => {
    const at = earlier.indexOf(JSON.stringify(call))
    if (at >= 0) earlier.splice(at, 1)
    return at < 0
  })
}
