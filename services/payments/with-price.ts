import type { Plan } from '#shared/values/plans.ts'
import type { StripeGateway } from './stripe.gateway.ts'

/**
 * Looks up the price of a plan while the requests that precede a payment page run. Waits for both, even if one fails:
 * Lambda freezes the function after the response, and a frozen request fails later.
 */
export const withPrice = async <T>(
  plan: Plan,
  stripe: Pick<StripeGateway, 'preparePrice'>,
  run: () => Promise<T>,
): Promise<T> => {
  const price = stripe.preparePrice(plan)
  try {
    return await run()
  } finally {
    await price
  }
}
