import * as storageKeys from '#shared/values/storage-keys.ts'
import { offeredGuestKey, offerGuestKey } from '#web/lib/guest-key.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { store, stored } from '#web/lib/stored.ts'
import { toast } from '#web/ui/toast.ts'
import { checkGuestAccess } from './api.ts'

/** Chooses whether the offered pass replaces the one in this browser. */
type ChoosePass = (replace: boolean) => void

const choice = createStore<ChoosePass | undefined>(undefined)

/** Returns the function that chooses which pass to use, or undefined while there is nothing to choose. */
export const usePassChoice = (): ChoosePass | undefined => useStore(choice, undefined)

const ask = (): Promise<boolean> =>
  new Promise((resolve) => {
    choice.set((replace) => {
      choice.set(undefined)
      resolve(replace)
    })
  })

let accepting: Promise<void> | undefined

/**
 * Replaces the stored key by the offered one, if that gives access. If the stored one may give access too, waits until
 * the visitor has chosen. Once for all callers.
 */
export const acceptOfferedKey = (): Promise<void> => {
  accepting ??= checkOfferedKey(offeredGuestKey()).finally(() => {
    accepting = undefined
  })
  return accepting
}

const checkOfferedKey = async (key: string | undefined): Promise<void> => {
  if (key === undefined) return
  const problem = await problemOf(key)
  offerGuestKey(undefined)
  if (problem) return toast({ title: 'This link was not used', description: problem })
  const kept = stored(storageKeys.guestKey)
  if (kept && kept !== key && (await mayGiveAccess(kept)) && !(await ask())) return
  store(storageKeys.guestKey, key)
  store(storageKeys.sessionExpiry, null)
}

/** Returns why a key cannot replace the stored one, or undefined. */
const problemOf = async (key: string): Promise<string | undefined> => {
  try {
    if ((await checkGuestAccess(key)).active) return undefined
    return 'The live chat pass in this link has ended. The pass in this browser hasn’t changed.'
  } catch {
    // The link stays valid, so the visitor can open it again.
    return 'We couldn’t check the live chat pass in this link. Please open the link again in a moment.'
  }
}

const mayGiveAccess = async (key: string): Promise<boolean> => {
  try {
    return (await checkGuestAccess(key)).active
  } catch {
    // The visitor may have paid for it, so it is not replaced without a question.
    return true
  }
}
