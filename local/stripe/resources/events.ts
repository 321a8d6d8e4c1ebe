import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { invalid, notFound } from '../errors.ts'
import { page } from '../list.ts'
import { expandOnly, integer, listOf, paging, text } from '../params.ts'
import type { Event } from '../wire.ts'

/** Stripe keeps events for 30 days: https://docs.stripe.com/api/events. */
const keptSeconds = 30 * 24 * 3600

const range = z.union([
  integer.transform((exact) => ({ gt: undefined, gte: exact, lt: undefined, lte: exact })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])

const within = (created: number, wanted: z.infer<typeof range> | undefined): boolean =>
  (wanted?.gt === undefined || created > wanted.gt) &&
  (wanted?.gte === undefined || created >= wanted.gte) &&
  (wanted?.lt === undefined || created < wanted.lt) &&
  (wanted?.lte === undefined || created <= wanted.lte)

/** `customer.*` stands for every type of the kind. */
const isOfType = (event: Event, type: string): boolean =>
  type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type

export const eventEndpoints = [
  endpoint({
    action: 'events.list',
    method: 'GET',
    path: '/v1/events',
    params: z.strictObject({
      ...paging,
      created: range.optional(),
      type: text.optional(),
      types: listOf(text).optional(),
    }),
    handle: ({ account, params }) => {
      const { created, type, types } = params
      if (type && types) throw invalid('You may only specify one of these parameters: type, types.', 'types')
      const wanted = (event: Event) =>
        event.created > account.now() - keptSeconds &&
        within(event.created, created) &&
        (!type || isOfType(event, type)) &&
        (!types || types.some((one) => isOfType(event, one)))
      return page([...account.events.values()].filter(wanted), params, '/v1/events')
    },
  }),
  endpoint({
    action: 'events.retrieve',
    method: 'GET',
    path: '/v1/events/:event',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const event = account.events.get(id)
      return event && event.created > account.now() - keptSeconds ? event : notFound('event', id)
    },
  }),
]
