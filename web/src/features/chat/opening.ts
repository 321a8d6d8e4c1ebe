import * as storageKeys from '#shared/values/storage-keys.ts'
import { offlineText } from '#web/lib/auth-error.ts'
import { CallError } from '#web/lib/call.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { stored } from '#web/lib/browser-storage.ts'
import type { Pass } from './session-state.ts'

/** One attempt to open the chat, for one visitor. */
export interface Opening {
  /** Id of the user who is signed in at the start, if any. */
  readonly userId: string | undefined
  /** Returns whether no later attempt has begun. */
  readonly isLatest: () => boolean
  /** Returns whether this is the latest attempt, and the visitor is still the same. */
  readonly isCurrent: () => boolean
  /** Returns the result of a step. Throws if the attempt is no longer current then. */
  readonly unlessReplaced: <T>(step: Promise<T>) => Promise<T>
}

let latest = 0

/** Starts an attempt to open the chat. `pass`: the pass of the visitor, if any. */
export const startOpening = (pass: Pass | undefined): Opening => {
  latest += 1
  const attempt = latest
  const userId = currentSession()?.user.id
  // An account keeps its chat when the guest key of the browser changes.
  const storedKey = () => (pass?.guestKey === undefined ? null : stored(storageKeys.guestKey))
  const guestKey = storedKey()
  const isLatest = () => attempt === latest
  const isCurrent = () => isLatest() && currentSession()?.user.id === userId && storedKey() === guestKey
  return {
    userId,
    isLatest,
    isCurrent,
    unlessReplaced: async (step) => {
      const result = await step
      if (!isCurrent()) throw new Error('The visitor has changed while the chat was being opened.')
      return result
    },
  }
}

/** Ends an attempt that is in progress, because the chat is closed. */
export const cancelOpening = (): void => {
  latest += 1
}

/** The last sentence of reasons that do not affect the visitor's access. */
export const accessKept = 'You haven’t lost any of your access.'

/**
 * Returns why the chat could not be opened and what that means for the visitor's access, or `undefined` if the browser
 * probably blocks the chat.
 */
export const problemOf = (failure: unknown): string | undefined => {
  if (!navigator.onLine) return `${offlineText} ${accessKept}`
  if (!(failure instanceof CallError)) return undefined
  if (failure.code === 'no_chat_access') return failure.message
  const reason = failure.hasNoServerMessage
    ? 'We couldn’t reach our server. Please try again.'
    : failure.message
  return `${reason} ${accessKept}`
}
