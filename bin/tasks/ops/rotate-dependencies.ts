import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { reportWhile } from '../command-line/progress.ts'
import { reasonOf } from '../command-line/reason.ts'
import { deployment, type Deployment } from './deployment.ts'
import { readSecret } from './terminal.ts'

/** Functions read a changed secret within two minutes. API Gateway serves a changed stage some seconds later. */
const attempts = 13
const pauseMs = 10_000

export const requestLimitMs = 15_000

const errorBody = z.object({ error: z.object({ code: z.string() }) })

/**
 * Returns the code of an error that one of our functions returned. Returns undefined for responses of gateways and of
 * AWS, whose bodies are different.
 */
export const errorCodeOf = async (response: Response): Promise<string | undefined> =>
  errorBody.safeParse(await response.json().catch(() => undefined)).data?.error.code

/** Dependencies of the rotation besides AWS. Tests replace them. */
export interface RotateDependencies extends Deployment {
  /** Reads the new value of a secret that another service issues. */
  readValue(): Promise<string>
  print(line: string): void
  pause(ms: number): Promise<void>
}

export const dependencies: RotateDependencies = {
  ...deployment,
  readValue: () => readSecret(),
  print: (line) => console.log(line),
  pause: (ms) => sleep(ms),
}

/** Returns undefined once a condition holds, or else why it does not. */
const problemOf = async (holds: () => Promise<boolean>): Promise<string | undefined> => {
  try {
    return (await holds()) ? undefined : ''
  } catch (error) {
    return `: ${reasonOf(error)}`
  }
}

/**
 * Waits until a condition holds. A failed request counts as a condition that does not hold yet, because a lost
 * connection must not end a rotation halfway.
 *
 * @throws Error if it does not hold within two minutes
 */
export const expectSoon = async (
  holds: () => Promise<boolean>,
  what: string,
  { pause, print }: RotateDependencies,
): Promise<void> => {
  const problem = await reportWhile(`Waiting until ${what}`, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const found = await problemOf(holds)
      if (found === undefined || attempt === attempts) return found
      await pause(pauseMs)
    }
  })
  if (problem !== undefined)
    throw new Error(`Not confirmed: ${what}${problem}. Repeat this command: it continues where it stopped.`)
  print(`Confirmed: ${what}.`)
}
