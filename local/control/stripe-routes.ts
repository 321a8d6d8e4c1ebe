import type { Cloud } from '#local/cloud/cloud.ts'
import { ControlError, type ControlRoute } from './router.ts'
import {
  cardBody,
  debitBody,
  disputeBody,
  modeBody,
  parseBody,
  payBody,
  refundBody,
  releaseBody,
  rotationBody,
  settingsBody,
  subscriptionBody,
} from './bodies.ts'

type StripeOf = Pick<Cloud, 'stripe'>

/** Converts the emulator's errors to a 400 with their message. */
const orBadRequest = async <Result>(work: () => Result): Promise<Awaited<Result>> => {
  try {
    return await work()
  } catch (error) {
    throw new ControlError(400, 'stripe_error', error instanceof Error ? error.message : String(error))
  }
}

const webhookRoutes = ({ stripe }: StripeOf): ControlRoute[] => [
  { method: 'GET', path: 'stripe/webhooks', handle: () => stripe.webhooks() },
  {
    method: 'PUT',
    path: 'stripe/webhooks',
    handle: ({ body }) => {
      stripe.setWebhookMode(parseBody(modeBody, body).mode)
      return stripe.webhooks()
    },
  },
  {
    method: 'POST',
    path: 'stripe/release',
    handle: ({ body }) => {
      const { events, copies } = parseBody(releaseBody, body)
      return orBadRequest(async () => ({ delivered: await stripe.release(events, copies) }))
    },
  },
]

const secretRoute = ({ stripe }: StripeOf): ControlRoute => ({
  method: 'POST',
  path: 'stripe/webhook-secret',
  handle: ({ body }) => stripe.rotateWebhookSecret(parseBody(rotationBody, body).graceSeconds),
})

const moneyRoutes = ({ stripe }: StripeOf): ControlRoute[] => [
  {
    method: 'POST',
    path: 'stripe/pay',
    handle: ({ body }) => {
      const { session, card } = parseBody(payBody, body)
      return orBadRequest(() => stripe.pay(session, card))
    },
  },
  {
    method: 'POST',
    path: 'stripe/customers/:id/card',
    handle: ({ parameters, body }) => {
      const { card } = parseBody(cardBody, body)
      return orBadRequest(() => stripe.setCard(parameters['id'] ?? '', card))
    },
  },
  {
    method: 'POST',
    path: 'stripe/refund',
    handle: ({ body }) => {
      const request = parseBody(refundBody, body)
      return orBadRequest(() => stripe.refund(request))
    },
  },
  {
    method: 'POST',
    path: 'stripe/dispute',
    handle: ({ body }) => {
      const request = parseBody(disputeBody, body)
      return orBadRequest(() => stripe.dispute(request))
    },
  },
]

const billingRoutes = ({ stripe }: StripeOf): ControlRoute[] => [
  {
    method: 'POST',
    path: 'stripe/debit',
    handle: ({ body }) => {
      const request = parseBody(debitBody, body)
      return orBadRequest(() => stripe.finishDebit(request))
    },
  },
  {
    method: 'POST',
    path: 'stripe/customers/:id/subscriptions',
    handle: ({ parameters, body }) => {
      const { lookupKey } = parseBody(subscriptionBody, body)
      return orBadRequest(() => stripe.startSubscription(parameters['id'] ?? '', lookupKey))
    },
  },
  {
    method: 'PUT',
    path: 'stripe/settings',
    handle: ({ body }) => stripe.configure(parseBody(settingsBody, body)),
  },
]

/** Routes for actions of customers, banks and the account's owner at Stripe, and for its webhooks. */
export const stripeRoutes = (cloud: StripeOf): ControlRoute[] => [
  ...webhookRoutes(cloud),
  secretRoute(cloud),
  ...moneyRoutes(cloud),
  ...billingRoutes(cloud),
]
