import { currentSession } from './session-store.ts'
import { storedInTab, storeInTab } from './browser-storage.ts'
import type { draftKeys } from './user-data.ts'

type DraftKey = (typeof draftKeys)[number]

const read = (key: DraftKey): object => {
  try {
    const value: unknown = JSON.parse(storedInTab(key) ?? 'null')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Something else wrote this value, which is not JSON. It is treated as no draft.
    return {}
  }
}

/** Returns the id of the account whose draft this tab keeps. Undefined for the draft of a visitor, and if there is none. */
export const authorOfDraft = (key: DraftKey): string | undefined => {
  const userId: unknown = Reflect.get(read(key), 'userId')
  return typeof userId === 'string' ? userId : undefined
}

/** Returns the texts of the current user's draft in this tab, by field. Never returns the texts of another user. */
export const loadDraft = (key: DraftKey): Readonly<Record<string, string>> => {
  if (authorOfDraft(key) !== currentSession()?.user.id) return {}
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    entry[0] !== 'userId' && typeof entry[1] === 'string'
  return Object.fromEntries(Object.entries(read(key)).filter(isText))
}

/**
 * Stores the texts of a draft until the tab is closed, the user signs out or another user signs in. Leaves out empty
 * texts, and removes a draft without text. Returns whether anything has changed.
 */
export const saveDraft = (key: DraftKey, texts: Readonly<Record<string, string | undefined>>): boolean => {
  const userId = currentSession()?.user.id
  const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
  const text = Object.keys(written).length > 0 ? JSON.stringify({ ...written, userId }) : null
  const hasChanged = text !== storedInTab(key)
  if (hasChanged) storeInTab(key, text)
  return hasChanged
}
