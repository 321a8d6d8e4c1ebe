import * as storageKeys from '#shared/values/storage-keys.ts'
import { call, callAnonymously } from '#web/lib/call.ts'
import { withdrawalKey } from '#web/lib/guest-key.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { stored } from '#web/lib/browser-storage.ts'

/** Returns the guest key of a buyer without an account: from the link in the pass email, or stored in this browser. */
const findGuestKey = () => withdrawalKey() ?? stored(storageKeys.guestKey) ?? undefined

/** Returns whether the visitor holds a pass that was bought without an account, even one that is over. */
export const hasGuestKey = (): boolean => findGuestKey() !== undefined

const guestKey = () => ({ guest_key: findGuestKey() })

/** Lists what this user, or the holder of this browser's guest pass, can withdraw from. */
export const listWithdrawablePurchases = () =>
  currentSession() === null
    ? callAnonymously('list-withdrawable-purchases', guestKey())
    : call('list-withdrawable-purchases', guestKey())

/** Withdraws from a purchase for the refund that was shown. */
export const withdrawPurchase = (purchase: { id: string; refundMinor: number }) =>
  currentSession() === null
    ? callAnonymously('withdraw-purchase', { ...purchase, ...guestKey() })
    : call('withdraw-purchase', { ...purchase, ...guestKey() })
