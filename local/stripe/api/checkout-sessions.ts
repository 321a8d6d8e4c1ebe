import * as z from 'zod'
import { type Account } from '../account/account.ts'
import { expireSession } from '../billing/renewal.ts'
import { addSession, createSessionParams } from '../hosted/checkout/session.ts'
import { endpoint } from './endpoint.ts'
import { invalid, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import { expandOnly, oneOf, paging, text } from '../account/params.ts'
import type { Session } from '../account/objects.ts'

const expire = (account: Account, session: Session): Session => {
  if (session.status !== 'open')
    throw invalid(
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of ${session.status}.`,
      'session',
    )
  expireSession(account, session)
  return session
}

const find = (account: Account, id: string) => account.sessions.get(id)

export const checkoutSessionEndpoints = [
  endpoint({
    action: 'checkout.sessions.create',
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: createSessionParams,
    handle: ({ account, params }) => addSession(account, params),
  }),
  endpoint({
    action: 'checkout.sessions.list',
    method: 'GET',
    path: '/v1/checkout/sessions',
    params: z.strictObject({
      ...paging,
      customer: text.optional(),
      payment_intent: text.optional(),
      status: oneOf('open', 'complete', 'expired').optional(),
      subscription: text.optional(),
    }),
    handle: ({ account, params }) => {
      const { customer, payment_intent: intent, status, subscription } = params
      const matches = (session: Session) =>
        (!customer || session.customer === customer) &&
        (!intent || session.payment_intent === intent) &&
        (!status || session.status === status) &&
        (!subscription || session.subscription === subscription)
      return page([...account.sessions.values()].filter(matches), params, '/v1/checkout/sessions')
    },
  }),
  endpoint({
    action: 'checkout.sessions.retrieve',
    method: 'GET',
    path: '/v1/checkout/sessions/:session',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => find(account, id) ?? notFound('checkout.session', id, 'session'),
  }),
  endpoint({
    action: 'checkout.sessions.expire',
    method: 'POST',
    path: '/v1/checkout/sessions/:session/expire',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const session = find(account, id)
      return session ? expire(account, session) : notFound('checkout.session', id, 'session')
    },
  }),
  endpoint({
    action: 'checkout.sessions.listLineItems',
    method: 'GET',
    path: '/v1/checkout/sessions/:session/line_items',
    params: z.strictObject(paging),
    handle: ({ account, params, id }) => {
      const checkout = account.checkouts.get(id)
      if (!checkout) return notFound('checkout.session', id, 'session')
      // Line items are in the order in which they were given. All other lists begin with the newest.
      return page(checkout.lineItems.toReversed(), params, `/v1/checkout/sessions/${id}/line_items`)
    },
  }),
]
