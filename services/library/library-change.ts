import * as z from 'zod/mini'
import { keys } from '#platform/table/keys.ts'
import { put, type Write } from '#platform/table/write.ts'

/** A change to a file or video that is shown to members. Contains no personal data: the audit log names the admin. */
export const changeRecord = z.object({
  entity: z.literal('library_change'),
  item: z.string(),
  at: z.string(),
  what_changed: z.nullable(z.string()),
  law_as_at: z.nullable(z.string()),
})

/** Returns the write that adds a change to the history of a file or video. */
export const libraryChangeWrite = (
  item: string,
  change: { readonly whatChanged: string | null; readonly lawAsAt: string | null },
  now: Date,
): Write<never> => {
  const at = now.toISOString()
  return put(keys.libraryChange(at, item), {
    entity: 'library_change',
    item,
    at,
    what_changed: change.whatChanged,
    law_as_at: change.lawAsAt,
    ...keys.libraryChangesOf(item, at),
  })
}
