import * as paths from '#shared/values/site-map.ts'

/**
 * The state of the users page. It is part of the address, so that a reload, a link and the back button lead to the same
 * result or user.
 */
export interface UsersView {
  /** The searched text. Empty before the first search. */
  readonly text: string
  readonly page: number
  /** Id of the user whose page is open. */
  readonly person?: string | undefined
}

/** Reads the view from an address. An invalid page is the first one. */
export const viewOf = (search: URLSearchParams): UsersView => {
  const page = Number(search.get('page') ?? 1)
  return {
    text: (search.get('q') ?? '').trim(),
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    person: search.get('person') ?? undefined,
  }
}

/** Returns the address of a view. */
export const addressOf = ({ text, page, person }: UsersView): string => {
  const search = new URLSearchParams({
    ...(person === undefined ? {} : { person }),
    ...(text === '' ? {} : { q: text }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()
  return search === '' ? paths.adminUsers : `${paths.adminUsers}?${search}`
}
