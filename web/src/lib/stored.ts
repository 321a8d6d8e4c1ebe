import type { storageKeys } from '../../../shared/values/storage-keys.ts'

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** What the browser keeps under a key of ours; null where there is nothing or storage is blocked. */
export const stored = (key: StorageKey): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is blocked in this browser: nothing is kept, and nothing that matters depends on it.
    return null
  }
}

/** Keeps a text under a key of ours; `null` or `undefined` removes it. */
export const store = (key: StorageKey, value: string | null | undefined): void => {
  try {
    if (value === null || value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full: the person goes on without what would have been remembered.
  }
}
