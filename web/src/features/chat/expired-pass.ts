import * as storageKeys from '#shared/values/storage-keys.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { storedInTab, storeInTab } from '#web/lib/stored.ts'

const latest = createStore<string | null>(storedInTab(storageKeys.expiredPass))

/** Stores when this browser's guest pass expired unused, as ISO time. Null after another pass has become active. */
export const setExpiredPass = (expiredAt: string | null): void => {
  storeInTab(storageKeys.expiredPass, expiredAt)
  latest.set(expiredAt)
}

/** Returns when this browser's last guest pass expired unused, as ISO time, or null. */
export const useExpiredPass = (): string | null => useStore(latest, null)
