import { errorFields, log } from './log.ts'

/**
 * Returns the handler of a scheduled function. Logs the error of a failed run, because Lambda's own line leaves out its
 * cause, such as what Stripe responded. Then throws it again, because the alarm counts failed runs.
 */
export const scheduled =
  <Result>(run: (now: Date, event: unknown) => Promise<Result>) =>
  async (event?: unknown): Promise<Result> => {
    try {
      return await run(new Date(), event)
    } catch (error) {
      log.error('scheduled run failed', errorFields(error))
      throw error
    }
  }
