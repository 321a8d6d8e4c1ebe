import { errorFields, log } from './log.ts'
import { leavingOutUnreadable } from './parse-each.ts'

/**
 * Returns the handler of a scheduled function. Logs the error of a failed run, because Lambda's own line leaves out its
 * cause, such as what Stripe responded. Then throws it again, because the alarm counts failed runs. A run from whose
 * lists `parseEach` has left items out fails too.
 */
export const scheduled =
  <Result>(run: (now: Date, event: unknown) => Promise<Result>) =>
  async (event?: unknown): Promise<Result> => {
    try {
      return await leavingOutUnreadable(() => run(new Date(), event))
    } catch (error) {
      log.error('scheduled run failed', errorFields(error))
      throw error
    }
  }
