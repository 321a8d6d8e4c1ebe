import type * as storageKeys from '../../../shared/values/storage-keys.ts'

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** What storage would not take: it lasts as long as the page, so that what was just paid for can be used. */
const untilReload = new Map<string, string>()

/** What the browser keeps under a key of ours; null where there is nothing. */
export const stored = (key: StorageKey): string | null => {
  try {
    return localStorage.getItem(key) ?? untilReload.get(key) ?? null
  } catch {
    // Storage is blocked in this browser.
    return untilReload.get(key) ?? null
  }
}

/** Keeps a text under a key of ours; `null` or `undefined` removes it. */
export const store = (key: StorageKey, value: string | null | undefined): void => {
  untilReload.delete(key)
  try {
    if (value === null || value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full: it is kept until the page is left.
    if (value !== null && value !== undefined) untilReload.set(key, value)
  }
}
