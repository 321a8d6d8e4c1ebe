import { ThrottleReason, TooManyRequestsException } from '@aws-sdk/client-lambda'

/** A scheduled function that reserves a concurrency of 1 may be running. Most runs end within two minutes. */
const maxAttempts = 13
const pauseMs = 10_000

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs))

/**
 * Calls a function, and waits while it is busy, because Lambda rejects a call beyond the reserved concurrency.
 *
 * @throws Error if it is still busy after two minutes, or immediately if Lambda rejects the call for another limit
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const whenNotBusy = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TooManyRequestsException)) throw error
      if (error.Reason !== ThrottleReason.ReservedFunctionConcurrentInvocationLimitExceeded)
        throw new Error(
          `Lambda rejected the call of ${name} (${error.Reason ?? error.message}): check "Function throttles" on the dashboard, and the quota of concurrent executions (docs/runbook.md, Quotas)`,
          { cause: error },
        )
      if (attempt === maxAttempts)
        throw new Error(`${name} is still busy: repeat the command in 15 minutes`, { cause: error })
      if (attempt === 1) console.log(`${name} is busy with another run. Waiting for up to two minutes.`)
      await pause()
    }
  }
}
