import { endOf, isUsable } from '#shared/rules/pass.ts'
import type { PassRepository } from '#services/passes/pass.repository.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'

export interface UseByDependencies {
  readonly stripe: Pick<StripeGateway, 'findSessionByPayment'>
  readonly passes: Pick<PassRepository, 'findPayment' | 'findByPayment'>
}

/**
 * Returns when the pass that a payment was for expires, as ISO time. Returns `undefined` if the pass has started, gives
 * no access or does not exist.
 */
export const findUseBy = async (
  paymentIntentId: string,
  { stripe, passes }: UseByDependencies,
  now: Date,
): Promise<string | undefined> => {
  const session = await stripe.findSessionByPayment(paymentIntentId)
  const payment = session && (await passes.findPayment(session.id))
  const pass = payment && (await passes.findByPayment(payment))?.pass
  if (pass === undefined || pass.startedAt !== undefined || !isUsable(pass, now)) return undefined
  return endOf(pass).toISOString()
}
