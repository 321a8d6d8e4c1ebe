import * as z from 'zod/mini'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { store, stored } from '#web/lib/browser-storage.ts'

/**
 * Time for which the notice is kept, in milliseconds. The browser deletes the key of the pass, so it cannot ask the
 * server again.
 */
const noticeMs = 30 * 24 * 3600_000

const storedNotice = z.object({ expiredAt: z.iso.datetime(), firstShownAt: z.iso.datetime() })

const changes = createStore(0)

/**
 * Stores when this browser's guest pass expired unused, as ISO time. Pass null when the visitor has dismissed the
 * notice or has another pass.
 */
export const setExpiredPass = (expiredAt: string | null): void => {
  const notice =
    expiredAt === null ? null : JSON.stringify({ expiredAt, firstShownAt: serverNow().toISOString() })
  if (notice === stored(storageKeys.expiredPass)) return
  store(storageKeys.expiredPass, notice)
  changes.set(changes.get() + 1)
}

const expiredAt = (): string | null => {
  try {
    const notice = storedNotice.safeParse(JSON.parse(stored(storageKeys.expiredPass) ?? 'null')).data
    if (notice === undefined) return null
    const ageMs = serverNow().getTime() - Date.parse(notice.firstShownAt)
    return ageMs < noticeMs ? notice.expiredAt : null
  } catch {
    // Something else wrote this value, which is not JSON. It is treated as no notice.
    return null
  }
}

/** Returns when this browser's last guest pass expired unused, as ISO time, or null. Another tab may change it. */
export const useExpiredPass = (): string | null =>
  useStore({ get: expiredAt, subscribe: changes.subscribe }, null)

/** Removes the notice of an expired pass that is too old to be shown. */
export const removeOldNotice = (): void => {
  if (stored(storageKeys.expiredPass) !== null && expiredAt() === null) store(storageKeys.expiredPass, null)
}
