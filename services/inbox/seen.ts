import { apiError } from '#platform/api-error.ts'
import { type InboxRecord, waitingSince } from '#platform/table/inbox.ts'

const message =
  'This item has a newer question or was reopened since you opened it. Nothing was sent or saved. Please read it again first.'

/**
 * Returns an API error if the admin has not seen the latest question, or the latest reopening, of an item. Undefined
 * otherwise, and for a request that does not say what the admin saw.
 */
export const unseenError = (item: InboxRecord, seen: string | undefined) =>
  seen === undefined || seen === waitingSince(item) ? undefined : apiError('item_changed', { message })
