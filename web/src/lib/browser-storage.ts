import type * as storageKeys from '#shared/values/storage-keys.ts'

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/**
 * Values that storage rejected. They last until the page is left, so that a pass just paid for can be used. Storage that is
 * full still has the earlier value of a key.
 */
const memoryFallback = new Map<string, string>()

/** Returns the stored text of a key, or null. */
export const stored = (key: StorageKey): string | null => {
  try {
    return memoryFallback.get(key) ?? localStorage.getItem(key)
  } catch {
    // Storage is blocked in this browser.
    return memoryFallback.get(key) ?? null
  }
}

/** Stores the text of a key; `null` or `undefined` removes it. */
export const store = (key: StorageKey, value: string | null | undefined): void => {
  memoryFallback.delete(key)
  try {
    if (value === null || value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full.
    if (value !== null && value !== undefined) memoryFallback.set(key, value)
  }
}

/** Returns the text of a key in this tab's session storage, or null. */
export const storedInTab = (key: StorageKey): string | null => {
  try {
    return memoryFallback.get(key) ?? sessionStorage.getItem(key)
  } catch {
    // Storage is blocked in this browser.
    return memoryFallback.get(key) ?? null
  }
}

/** Stores the text of a key until the tab is closed; `null` removes it. */
export const storeInTab = (key: StorageKey, value: string | null): void => {
  memoryFallback.delete(key)
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full.
    if (value !== null) memoryFallback.set(key, value)
  }
}
