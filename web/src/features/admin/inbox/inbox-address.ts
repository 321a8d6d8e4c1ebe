import { inboxStates, type InboxState } from '#shared/values/inbox.ts'
import * as paths from '#shared/values/site-map.ts'

/**
 * The state of the inbox page. It is part of the address, so that a reload, a link and the back button lead to the same
 * list or item.
 */
export interface InboxView {
  readonly state: InboxState
  /** Place after which the page of the list starts. */
  readonly after?: string | undefined
  /** Place before which the page of the list ends. */
  readonly before?: string | undefined
  /** The item that is open. */
  readonly item?: string | undefined
}

/** Reads the view from an address. Unknown states show the open items. */
export const viewOf = (search: URLSearchParams): InboxView => ({
  state: inboxStates.find((state) => state === search.get('state')) ?? 'open',
  after: search.get('after') ?? undefined,
  before: search.get('before') ?? undefined,
  item: search.get('item') ?? undefined,
})

/** Returns the address of a view. */
export const addressOf = ({ state, after, before, item }: InboxView): string => {
  const search = new URLSearchParams({
    ...(state === 'open' ? {} : { state }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    ...(item === undefined ? {} : { item }),
  }).toString()
  return search === '' ? paths.adminInbox : `${paths.adminInbox}?${search}`
}
