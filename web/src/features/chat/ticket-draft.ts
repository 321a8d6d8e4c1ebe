import * as z from 'zod/mini'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { authorOfDraft, loadDraft, saveDraft } from '#web/lib/draft.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { createStore, useStore } from '#web/lib/store.ts'

const ticketDraft = z.object({
  topic: z.string(),
  message: z.string(),
  country: z.optional(z.enum(['england', 'wales'])),
})
export type TicketDraft = z.infer<typeof ticketDraft>

const empty: TicketDraft = { topic: '', message: '' }

const hasText = ({ topic, message }: TicketDraft): boolean => topic !== '' || message !== ''

/** Returns the signed-in user's draft of a ticket in this tab. */
export const loadTicketDraft = (): TicketDraft =>
  ticketDraft.safeParse({ ...empty, ...loadDraft(storageKeys.ticketDraft) }).data ?? empty

const changes = createStore(0)

/**
 * Stores the text of the ticket form until the tab is closed or the user signs out. Pass undefined after submission.
 */
export const saveTicketDraft = (draft: TicketDraft | undefined): void => {
  const hasChanged = saveDraft(storageKeys.ticketDraft, draft && hasText(draft) ? { ...draft } : {})
  if (hasChanged) changes.set(changes.get() + 1)
}

/** Returns whether this tab keeps the draft of a user whose session has ended, for example on another device. */
export const hasDraftOfEndedSession = (): boolean =>
  authorOfDraft(storageKeys.ticketDraft) !== undefined && currentSession() === null

/** Returns whether the ticket form contains text. A form with text stays on the page. */
export const useHasTicketDraft = (): boolean => {
  useStore(changes, 0)
  return hasText(loadTicketDraft())
}
