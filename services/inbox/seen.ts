import type { InboxKind } from '#shared/values/inbox.ts'
import { apiError } from '#platform/api-error.ts'
import { type InboxRecord, waitingSince } from '#platform/table/inbox.ts'

const messages = {
  question:
    'This item has a newer question or was reopened since you opened it. Nothing was sent or saved. Please read it again first.',
  kind: 'Another admin has changed the kind of this item since you opened it. Nothing was sent or saved. Please look at it again first.',
}

interface Seen {
  readonly seen?: string | undefined
  readonly seenKind?: InboxKind | undefined
}

/**
 * Returns an API error if the admin has not seen the latest question, the latest reopening, or the kind of an item.
 * Undefined otherwise, and for a request that does not say what the admin saw.
 */
export const unseenError = (item: InboxRecord, { seen, seenKind }: Seen) => {
  if (seen !== undefined && seen !== waitingSince(item))
    return apiError('item_changed', { message: messages.question })
  if (seenKind !== undefined && seenKind !== item.kind)
    return apiError('item_changed', { message: messages.kind })
  return undefined
}
