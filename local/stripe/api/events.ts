import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { invalid, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import { expandOnly, isInRange, listOf, paging, rangeParam, text } from '../account/params.ts'
import type { Event } from '../account/objects.ts'

/** Stripe keeps events for 30 days: https://docs.stripe.com/api/events. */
const retentionSeconds = 30 * 24 * 3600

/** Compares an event's type. `customer.*` matches every type that starts with `customer.`. */
const isOfType = (event: Event, type: string): boolean =>
  type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type

export const eventEndpoints = [
  endpoint({
    action: 'events.list',
    method: 'GET',
    path: '/v1/events',
    params: z.strictObject({
      ...paging,
      created: rangeParam.optional(),
      type: text.optional(),
      types: listOf(text).optional(),
    }),
    handle: ({ account, params }) => {
      const { created, type, types } = params
      if (type && types) throw invalid('You may only specify one of these parameters: type, types.', 'types')
      const matches = (event: Event) =>
        event.created > account.now() - retentionSeconds &&
        isInRange(event.created, created) &&
        (!type || isOfType(event, type)) &&
        (!types || types.some((one) => isOfType(event, one)))
      return page([...account.events.values()].filter(matches), params, '/v1/events')
    },
  }),
  endpoint({
    action: 'events.retrieve',
    method: 'GET',
    path: '/v1/events/:event',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const event = account.events.get(id)
      return event && event.created > account.now() - retentionSeconds ? event : notFound('event', id)
    },
  }),
]
