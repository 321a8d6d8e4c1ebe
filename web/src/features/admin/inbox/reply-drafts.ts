import { inboxReplies } from '#shared/values/storage-keys.ts'
import { loadDraft, saveDraft } from '#web/lib/draft.ts'

/** Returns the signed-in admin's unsent reply to an item. Empty if there is none. */
export const replyDraft = (itemId: string): string => loadDraft(inboxReplies)[itemId] ?? ''

/**
 * Stores an unsent reply until the tab is closed or the admin signs out, so that another item can be read in between. An
 * empty text removes it. Removes the replies of another admin.
 */
export const saveReplyDraft = (itemId: string, text: string): void => {
  saveDraft(inboxReplies, { ...loadDraft(inboxReplies), [itemId]: text })
}
