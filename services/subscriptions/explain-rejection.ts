import type { ApiError } from '#platform/api-error.ts'
import { isRejection } from '#platform/stripe.ts'

/**
 * Makes requests about a subscription at Stripe, which rejects them if it has ended since it was read, for example by a
 * withdrawal.
 *
 * @param findReason returns why the requests are not possible now, from the present state at Stripe
 */
export const unlessEnded = async <Result, Reason extends ApiError>(
  requests: () => Promise<Result>,
  findReason: () => Promise<Reason | undefined>,
): Promise<Result | Reason> => {
  try {
    return await requests()
  } catch (error) {
    const reason = isRejection(error) ? await findReason() : undefined
    if (reason === undefined) throw error
    return reason
  }
}
