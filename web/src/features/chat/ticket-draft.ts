import * as z from 'zod/mini'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { storedInTab, storeInTab } from '#web/lib/stored.ts'

const ticketDraft = z.object({
  topic: z.string(),
  message: z.string(),
  country: z.optional(z.enum(['england', 'wales'])),
})
const storedDraft = z.extend(ticketDraft, { userId: z.optional(z.string()) })
export type TicketDraft = z.infer<typeof ticketDraft>

const empty: TicketDraft = { topic: '', message: '' }

const parse = (text: string | null): z.infer<typeof storedDraft> | undefined => {
  try {
    return storedDraft.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    // Not JSON: something else wrote this value. It is treated as no draft.
    return undefined
  }
}

const hasText = ({ topic, message }: TicketDraft): boolean => topic !== '' || message !== ''

/** Returns the signed-in user's draft of a ticket in this tab. */
export const loadTicketDraft = (): TicketDraft => {
  const draft = parse(storedInTab(storageKeys.ticketDraft))
  if (draft === undefined || draft.userId !== currentSession()?.user.id) return empty
  const { topic, message, country } = draft
  return { topic, message, country }
}

const changes = createStore(0)

/** Stores the text of the ticket form until the tab is closed or the user signs out. Undefined after submission. */
export const saveTicketDraft = (draft: TicketDraft | undefined): void => {
  const text =
    draft && hasText(draft) ? JSON.stringify({ ...draft, userId: currentSession()?.user.id }) : null
  if (text === storedInTab(storageKeys.ticketDraft)) return
  storeInTab(storageKeys.ticketDraft, text)
  changes.set(changes.get() + 1)
}

/** Returns whether this tab keeps the draft of a user whose session has ended, for example on another device. */
export const hasDraftOfEndedSession = (): boolean => {
  const draft = parse(storedInTab(storageKeys.ticketDraft))
  return draft?.userId !== undefined && hasText(draft) && currentSession() === null
}

/** Returns whether the ticket form contains text. A form with text stays on the page. */
export const useHasTicketDraft = (): boolean => {
  useStore(changes, 0)
  return hasText(loadTicketDraft())
}
