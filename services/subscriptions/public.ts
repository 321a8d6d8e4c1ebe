import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { repayCustomer } from './repay.ts'

export { accessChangeRecord } from './access-change.ts'

/** Repays the money that is due to a customer who will be deleted. Can be repeated. */
export const repayBeforeDeletion = (customerId: string): Promise<void> =>
  repayCustomer(customerId, stripeGateway)
