import * as z from 'zod/mini'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { storedInTab, storeInTab } from '#web/lib/stored.ts'

const storedReplies = z.object({ userId: z.string(), replies: z.record(z.string(), z.string()) })

type Replies = z.infer<typeof storedReplies>['replies']

const parse = (text: string | null): z.infer<typeof storedReplies> | undefined => {
  try {
    return storedReplies.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    // Not JSON: something else wrote this value. It is treated as no replies.
    return undefined
  }
}

/** Returns the signed-in admin's unsent replies in this tab, by the ids of their items. */
const ownReplies = (): Replies => {
  const found = parse(storedInTab(storageKeys.inboxReplies))
  return found !== undefined && found.userId === currentSession()?.user.id ? found.replies : {}
}

/** Returns the signed-in admin's unsent reply to an item. Empty if there is none. */
export const replyDraft = (itemId: string): string => ownReplies()[itemId] ?? ''

/**
 * Stores an unsent reply until the tab is closed or the admin signs out, so that another item can be read in between. An
 * empty text removes it. Removes the replies of another admin.
 */
export const saveReplyDraft = (itemId: string, text: string): void => {
  const { [itemId]: _earlier, ...others } = ownReplies()
  const replies = text === '' ? others : { ...others, [itemId]: text }
  const userId = currentSession()?.user.id
  const isEmpty = userId === undefined || Object.keys(replies).length === 0
  storeInTab(storageKeys.inboxReplies, isEmpty ? null : JSON.stringify({ userId, replies }))
}
