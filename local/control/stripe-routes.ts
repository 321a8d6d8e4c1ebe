import type { Cloud } from '../cloud/cloud.ts'
import { ControlError, type ControlRoute } from './router.ts'
import {
  cardBody,
  checked,
  debitBody,
  disputeBody,
  modeBody,
  payBody,
  refundBody,
  releaseBody,
  rotationBody,
  settingsBody,
  subscriptionBody,
} from './shapes.ts'

type Stripe = Pick<Cloud, 'stripe'>

/** What the stand-in refuses is the caller's mistake, told in the stand-in's words. */
const orRefused = async <Answer>(work: () => Answer): Promise<Awaited<Answer>> => {
  try {
    return await work()
  } catch (error) {
    throw new ControlError(400, 'stripe_refused', error instanceof Error ? error.message : String(error))
  }
}

const webhookRoutes = ({ stripe }: Stripe): ControlRoute[] => [
  { method: 'GET', path: 'stripe/webhooks', handle: () => stripe.webhooks() },
  {
    method: 'PUT',
    path: 'stripe/webhooks',
    handle: ({ body }) => {
      stripe.setWebhookMode(checked(modeBody, body).mode)
      return stripe.webhooks()
    },
  },
  {
    method: 'POST',
    path: 'stripe/release',
    handle: ({ body }) => {
      const { events, copies } = checked(releaseBody, body)
      return orRefused(async () => ({ delivered: await stripe.release(events, copies) }))
    },
  },
]

const secretRoute = ({ stripe }: Stripe): ControlRoute => ({
  method: 'POST',
  path: 'stripe/webhook-secret',
  handle: ({ body }) => stripe.rotateWebhookSecret(checked(rotationBody, body).graceSeconds),
})

const moneyRoutes = ({ stripe }: Stripe): ControlRoute[] => [
  {
    method: 'POST',
    path: 'stripe/pay',
    handle: ({ body }) => {
      const { session, card } = checked(payBody, body)
      return orRefused(() => stripe.pay(session, card))
    },
  },
  {
    method: 'POST',
    path: 'stripe/customers/:id/card',
    handle: ({ parameters, body }) => {
      const { card } = checked(cardBody, body)
      return orRefused(() => stripe.setCard(parameters['id'] ?? '', card))
    },
  },
  {
    method: 'POST',
    path: 'stripe/refund',
    handle: ({ body }) => {
      const wanted = checked(refundBody, body)
      return orRefused(() => stripe.refund(wanted))
    },
  },
  {
    method: 'POST',
    path: 'stripe/dispute',
    handle: ({ body }) => {
      const wanted = checked(disputeBody, body)
      return orRefused(() => stripe.dispute(wanted))
    },
  },
]

const billingRoutes = ({ stripe }: Stripe): ControlRoute[] => [
  {
    method: 'POST',
    path: 'stripe/debit',
    handle: ({ body }) => {
      const wanted = checked(debitBody, body)
      return orRefused(() => stripe.finishDebit(wanted))
    },
  },
  {
    method: 'POST',
    path: 'stripe/customers/:id/subscriptions',
    handle: ({ parameters, body }) => {
      const { lookupKey } = checked(subscriptionBody, body)
      return orRefused(() => stripe.startSubscription(parameters['id'] ?? '', lookupKey))
    },
  },
  {
    method: 'PUT',
    path: 'stripe/settings',
    handle: ({ body }) => stripe.configure(checked(settingsBody, body)),
  },
]

/** What buyers, banks and the shop's staff do at Stripe, and which events are held back. */
export const stripeRoutes = (cloud: Stripe): ControlRoute[] => [
  ...webhookRoutes(cloud),
  secretRoute(cloud),
  ...moneyRoutes(cloud),
  ...billingRoutes(cloud),
]
