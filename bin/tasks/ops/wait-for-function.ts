import { setTimeout as sleep } from 'node:timers/promises'
import { TooManyRequestsException } from '@aws-sdk/client-lambda'

/** A scheduled function that reserves a concurrency of 1 may be running. Most runs end within two minutes. */
const maxAttempts = 13
const pauseMs = 10_000

/**
 * Calls a function, and waits while it is busy: Lambda rejects a call beyond the reserved concurrency.
 *
 * @throws TooManyRequestsException if it is still busy after two minutes
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const whenNotBusy = async <T>(
  name: string,
  call: () => Promise<T>,
  pause: () => Promise<unknown> = () => sleep(pauseMs),
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TooManyRequestsException) || attempt === maxAttempts) throw error
      if (attempt === 1) console.log(`${name} is busy with another run. Waiting for up to two minutes.`)
      await pause()
    }
  }
}
