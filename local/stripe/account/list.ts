import { StripeError, noSuch } from './errors.ts'

export interface List<T> {
  readonly object: 'list'
  readonly data: readonly T[]
  readonly has_more: boolean
  readonly url: string
}

/** Creates a complete list inside another object, e.g. an invoice's lines. */
export const listOfAll = <T>(data: T[], url: string) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
})

interface Paging {
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
}

/** Returns one page of objects, newest first: 10 by default, at most 100. `created` is in order of creation. */
export const page = <T extends { id: string }>(
  created: readonly T[],
  paging: Paging,
  url: string,
): List<T> => {
  const { limit = 10, starting_after: after, ending_before: before } = paging
  if (limit < 1 || limit > 100)
    throw new StripeError(400, 'Invalid integer: limit must be between 1 and 100', { param: 'limit' })
  const all = created.toReversed()
  const position = (id: string, param: string) => {
    const index = all.findIndex((one) => one.id === id)
    if (index < 0) throw noSuch('object', id, param)
    return index
  }
  if (before !== undefined) {
    const end = position(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : position(after, 'starting_after') + 1
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit, url }
}
