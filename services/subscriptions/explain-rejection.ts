import { type ApiError, apiError } from '#platform/api-error.ts'
import { isMissing, isRejection } from '#platform/stripe.ts'

/**
 * Makes requests about a subscription. Stripe rejects them if it has ended since it was read, for example by a
 * withdrawal. The reason is then returned instead of Stripe's error.
 *
 * @param findReason reads the subscription again. Returns why the requests are not possible now, or `undefined` if that
 *   does not explain the rejection
 */
export const explainRejection = async <Result, Reason extends ApiError>(
  requests: () => Promise<Result>,
  findReason: () => Promise<Reason | undefined>,
): Promise<Result | Reason> => {
  try {
    return await requests()
  } catch (error) {
    const reason = isRejection(error) ? await findReason() : undefined
    if (reason !== undefined) return reason
    // Without a reason, the customer has another subscription, and the missing one was a duplicate. If the request is
    // repeated, it applies to the other one.
    throw isMissing(error) ? apiError('payment_provider_error', { cause: error }) : error
  }
}
