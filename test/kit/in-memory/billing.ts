import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { at, listOf } from './stand-in-stripe.ts'

/** Objects of a customer at Stripe. */
export interface BillingObjects {
  readonly customer?: object
  readonly subscriptions?: readonly object[]
  readonly invoices?: readonly object[]
  readonly charges?: readonly object[]
}

/** A customer with this default payment method. */
export const aCustomer = (method: unknown = null) => ({
  invoice_settings: { default_payment_method: method },
})

/** Returns the billing of a customer with these objects at the stand-in for Stripe. The test mocks `withStripe`. */
export const billingOf = (objects: BillingObjects) => {
  at({
    customers: { retrieve: async () => objects.customer ?? aCustomer() },
    subscriptions: { list: () => listOf(objects.subscriptions ?? []) },
    invoices: { list: () => listOf(objects.invoices ?? []) },
    charges: { list: () => listOf(objects.charges ?? []) },
  })
  return stripeGateway.findBilling('cus_1')
}
