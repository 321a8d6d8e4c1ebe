import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'
import { subscriptionPlans } from '../values/plans.ts'

/** A change of plan that takes effect when the customer has confirmed its payment with their bank. */
const pendingChange = z.object({
  plan: z.nullable(z.enum(subscriptionPlans)),
  amountMinor: z.int(),
  currency: z.string(),
  /** Stripe's page on which the customer confirms. */
  url: z.url(),
  /** Time at which the change is dropped if it is not confirmed. */
  expiresAt: z.string(),
})

/** An amount as Stripe states it, in the currency's minor unit. */
const money = { amountMinor: z.int(), currency: z.string() }

const billedSubscription = z.object({
  /** Null if Stripe charges a price that is not one of our plans. */
  plan: z.nullable(z.enum(subscriptionPlans)),
  ...money,
  interval: z.string(),
  /** The next renewal. Null if it does not renew, or only once the open balance is paid. */
  nextChargeAt: z.nullable(z.string()),
  /**
   * When a renewal that has begun is charged: about an hour later, even if it is cancelled by then. Null if there is
   * none.
   */
  renewalChargedAt: z.nullable(z.string()),
  /** When the subscription ended or will end. Null if it renews. */
  endsAt: z.nullable(z.string()),
  hasEnded: z.boolean(),
  /** The plan that the subscription changes to at the end of its period. Null if it does not change. */
  scheduledChange: z.nullable(
    z.object({
      plan: z.nullable(z.enum(subscriptionPlans)),
      ...money,
      interval: z.string(),
      startsAt: z.string(),
    }),
  ),
  pendingChange: z.nullable(pendingChange),
})

/** The debt of the account. `get-open-invoice` returns the invoice to pay first. */
const openBalance = z.object({
  ...money,
  /** The part of `amountMinor` that the invoice to pay first charges. */
  invoiceMinor: z.int(),
  /** Number of open invoices. */
  invoices: z.int(),
  /** The payment page of the invoice to pay first. */
  url: z.nullable(z.url()),
  /** Time of Stripe's next attempt to charge the card. Null if no attempt is planned. */
  nextAttemptAt: z.nullable(z.string()),
})

const billedPayment = z.object({
  kind: z.enum(['subscription', 'pass']),
  status: z.enum(['paid', 'open', 'written_off']),
  paidOrIssuedAt: z.string(),
  ...money,
  refundedMinor: z.int(),
  /** `lost`: the bank has returned the payment to the customer. */
  dispute: z.optional(z.enum(['open', 'lost'])),
  number: z.nullable(z.string()),
  /** The invoice or receipt at Stripe. */
  url: z.nullable(z.url()),
})

/** The caller's plan, card and payments as Stripe reports them. Times are ISO. */
export const billing = z.object({
  /** The current subscription; without one, the last that ended. */
  subscription: z.nullable(billedSubscription),
  /** The card that the next invoice is charged to; without one, the card of the last payment. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  openBalance: z.nullable(openBalance),
  /** The customer's credit at Stripe, which later payments for a subscription use up. Absent without one. */
  credit: z.optional(z.object(money)),
  /** Invoices, and receipts of passes, newest first: at most 1,000 of each. */
  payments: z.array(billedPayment),
})
export type Billing = z.infer<typeof billing>

export const getBilling = operation({
  name: 'get-billing',
  summary:
    "Returns the caller's plan, card, open balance, credit, invoices and pass receipts from the payment provider. Empty for accounts that never paid.",
  caller: 'signedIn',
  body: nothing,
  ok: billing,
  errors: ['payment_provider_error'],
  limits: [{ by: 'user', max: 120, windowSeconds: 3600 }],
})

export const getOpenInvoice = operation({
  name: 'get-open-invoice',
  summary: "Returns the payment page of the caller's unpaid invoice, even after the subscription has ended.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ url: z.url() }),
  errors: ['not_found', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})

export const createBillingPortal = operation({
  name: 'create-billing-portal',
  summary: 'Returns a link to the billing portal for cards, invoices and cancellation.',
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ url: z.url() }),
  errors: ['not_subscribed', 'payment_provider_error'],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})
