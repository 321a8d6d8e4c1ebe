import { errorFields, log } from './log.ts'

/**
 * Returns the handler of a scheduled function. A failed run still fails, because the alarm counts failures. Its reason is
 * logged first: Lambda's own line leaves out the cause, such as what Stripe responded.
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
