import * as z from 'zod/mini'
import { type ReversalReason, reversalReasons } from '#shared/values/reversal-reasons.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { store, stored } from '#web/lib/browser-storage.ts'

/**
 * Time for which the notice is kept after the server has reported it, in milliseconds. The browser deletes the key of the
 * pass, so it cannot ask the server again, except about a dispute.
 */
const noticeMs = 30 * 24 * 3600_000

/** When this browser's guest pass expired unused, or the refund or dispute that keeps it from giving access. */
const passNotice = z.union([
  z.object({ expiredAt: z.iso.datetime() }),
  z.object({
    reversal: z.enum(reversalReasons),
    /** The key of a disputed pass, which can give access again. */
    key: z.optional(z.string()),
  }),
])
export type PassNotice = z.infer<typeof passNotice>

/** Titles of notices about a pass whose payment was returned for good. */
export const reversalTitles: Readonly<Record<Exclude<ReversalReason, 'disputed'>, string>> = {
  refunded: 'Your pass was refunded',
  dispute_lost: 'Your bank has returned your payment',
}

const storedNotice = z.object({ firstShownAt: z.iso.datetime() })

const changes = createStore(0)

/** Stores why this browser's guest pass gives no access. Pass null when the visitor has dismissed it or has another pass. */
export const setPassNotice = (notice: PassNotice | null): void => {
  const text = notice && JSON.stringify({ ...notice, firstShownAt: serverNow().toISOString() })
  if (text === stored(storageKeys.expiredPass)) return
  store(storageKeys.expiredPass, text)
  changes.set(changes.get() + 1)
}

const parse = (text: string | null): PassNotice | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const { firstShownAt } = storedNotice.parse(value)
    const ageMs = serverNow().getTime() - Date.parse(firstShownAt)
    return ageMs < noticeMs ? passNotice.parse(value) : null
  } catch {
    // There is no notice, or something else wrote this value. Both are treated as no notice.
    return null
  }
}

/** Returns the stored text of a notice that is to be shown, which is the same value until it changes. */
const current = (): string | null => {
  const text = stored(storageKeys.expiredPass)
  return parse(text) && text
}

/** Returns why this browser's last guest pass gives no access, or null. Another tab may change it. */
export const usePassNotice = (): PassNotice | null =>
  parse(useStore({ get: current, subscribe: changes.subscribe }, null))

/** Returns the key of this browser's last guest pass while its payment is disputed. */
export const disputedKey = (): string | undefined => {
  const notice = parse(stored(storageKeys.expiredPass))
  return notice !== null && 'key' in notice ? notice.key : undefined
}

/**
 * Removes the notice because a pass gives access. The notice about a disputed pass of another key is kept, because that
 * pass can give access again.
 */
export const endPassNotice = (guestKey: string | undefined): void => {
  const disputed = disputedKey()
  if (disputed === undefined || disputed === guestKey) setPassNotice(null)
}

/** Returns why the guest pass of a key, which has just ended, gives no access, if its payment was reversed. */
export const guestPassReversal = (guestKey: string): ReversalReason | undefined => {
  const notice = parse(stored(storageKeys.expiredPass))
  if (notice === null || !('reversal' in notice)) return undefined
  return notice.key === undefined || notice.key === guestKey ? notice.reversal : undefined
}

/** Removes a notice that is too old to be shown. */
export const removeOldNotice = (): void => {
  if (stored(storageKeys.expiredPass) !== null && current() === null) store(storageKeys.expiredPass, null)
}
