import { useEffect } from 'react'
import * as z from 'zod/mini'
import { openingStatus } from '#shared/rules/opening-hours.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { storedInTab, storeInTab } from '#web/lib/browser-storage.ts'
import { atServerTime } from '#web/lib/at-server-time.ts'
import type { ChatAccess } from './chat-access.ts'
import { changeSession, idle, type Pass, session } from './session-state.ts'

/** The last conversation of this tab, in session storage, so that a reload keeps it. */
const storedConversation = z.object({
  userId: z.optional(z.string()),
  guestKey: z.optional(z.string()),
  lastMessageAt: z.iso.datetime(),
  hasEnded: z.boolean(),
})

/** A conversation without a message for this long is over if the chat is closed, in milliseconds. */
const quietMs = 30 * 60_000

/**
 * Returns when a conversation is over, if nobody writes any more: after half an hour, but not before the chat closes.
 * Not every provider reports that an adviser has ended a conversation.
 */
export const conversationEnd = (lastMessageAt: Date): Date => {
  const quietAt = new Date(lastMessageAt.getTime() + quietMs)
  const { isOpen, until } = openingStatus(quietAt)
  return isOpen ? until : quietAt
}

const save = ({ guestKey }: Pass, hasEnded: boolean): void =>
  storeInTab(
    storageKeys.conversation,
    JSON.stringify({
      userId: currentSession()?.user.id,
      guestKey,
      lastMessageAt: serverNow().toISOString(),
      hasEnded,
    }),
  )

/** Returns the stored conversation, unless another user had it. */
const load = (): z.infer<typeof storedConversation> | undefined => {
  try {
    const found = storedConversation.safeParse(
      JSON.parse(storedInTab(storageKeys.conversation) ?? 'null'),
    ).data
    return found?.userId === currentSession()?.user.id ? found : undefined
  } catch {
    // Something else wrote this value, which is not JSON. It is treated as no conversation.
    return undefined
  }
}

let cancelEnd = (): void => {}

const endAt = (end: Date): void => {
  cancelEnd()
  cancelEnd = atServerTime(end.getTime(), () =>
    changeSession({ inConversation: false, hasAdviserReply: false }),
  )
}

/** Records a message. The conversation is in progress from the first one. */
export const continueConversation = ({ guestKey }: Pass): void => {
  save({ guestKey }, false)
  changeSession({ inConversation: true, hasEnded: false, conversation: { guestKey } })
  endAt(conversationEnd(serverNow()))
}

/** Records that the conversation is over. It can still be emailed. */
export const endConversation = (pass: Pass | undefined): void => {
  cancelEnd()
  if (pass !== undefined) save(pass, true)
  changeSession({
    inConversation: false,
    hasAdviserReply: false,
    conversation: pass && { guestKey: pass.guestKey },
  })
}

/** Forgets the conversation, because the chat has been cleared. */
export const forgetConversation = (): void => {
  cancelEnd()
  storeInTab(storageKeys.conversation, null)
}

const isHolder = (access: ChatAccess, { guestKey }: { readonly guestKey?: string | undefined }): boolean =>
  access.kind === 'pass' ? access.guestKey === guestKey : access.kind === 'member' && guestKey === undefined

/** Id of the user for whom a conversation was restored without the widget, which resets the session itself. */
let restoredFor: string | undefined

const restore = (access: ChatAccess): void => {
  if (session.get().phase !== 'idle') return
  const userId = currentSession()?.user.id
  if (restoredFor !== undefined && restoredFor !== userId) {
    cancelEnd()
    session.set(idle)
  }
  restoredFor = userId
  const { inConversation, conversation } = session.get()
  // The pass has ended before its chat was loaded again.
  if (access.kind === 'none' && inConversation) return endConversation(conversation)
  const found = conversation === undefined ? load() : undefined
  if (found === undefined) return
  const end = conversationEnd(new Date(found.lastMessageAt))
  const continues = !found.hasEnded && isHolder(access, found) && end > serverNow()
  changeSession({ inConversation: continues, conversation: { guestKey: found.guestKey } })
  if (continues) endAt(end)
}

/** Restores the conversation of this tab after a reload, as soon as the visitor's access is known. */
export const useRestoredConversation = (access: ChatAccess): void => {
  useEffect(() => {
    if (access.kind !== 'checking' && access.kind !== 'unknown') restore(access)
  }, [access])
}
