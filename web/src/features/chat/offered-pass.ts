import { useEffect } from 'react'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { type OfferedKey, offeredGuestKey, offerGuestKey } from '#web/lib/guest-key.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { toast } from '#web/ui/toast.ts'
import { checkGuestAccess } from './api.ts'

/** Chooses whether the offered pass replaces the pass in this browser. */
type ChoosePass = (replace: boolean) => void

interface PassChoice {
  readonly source: OfferedKey['source']
  readonly choose: ChoosePass
}

const choice = createStore<PassChoice | undefined>(undefined)
/** Number of mounted components that show the question. */
let questions = 0

/**
 * Returns the choice between two passes, or undefined while there is nothing to choose. The visitor is asked only while
 * a component uses this.
 */
export const usePassChoice = (): PassChoice | undefined => {
  useEffect(() => {
    questions += 1
    return () => {
      questions -= 1
    }
  }, [])
  return useStore(choice, undefined)
}

const ask = (source: OfferedKey['source']): Promise<boolean> =>
  new Promise((resolve) => {
    const choose = (replace: boolean) => {
      choice.set(undefined)
      resolve(replace)
    }
    choice.set({ source, choose })
  })

let accepting: Promise<void> | undefined

/**
 * Replaces the stored key with the offered key, if the latter gives access. If the stored key may give access too,
 * waits until the visitor has chosen. If the offered key cannot be checked, the next call checks it again. Concurrent
 * calls share one check.
 */
export const acceptOfferedKey = (): Promise<void> => {
  accepting ??= checkOfferedKey(offeredGuestKey()).finally(() => {
    accepting = undefined
  })
  return accepting
}

const checkOfferedKey = async (offered: OfferedKey | undefined): Promise<void> => {
  if (offered === undefined) return
  const { key, source } = offered
  const isActive = await givesAccess(key)
  if (isActive === false) {
    offerGuestKey(undefined)
    return toast(endedTexts[source])
  }
  const storedKey = stored(storageKeys.guestKey)
  // The visitor may have paid for the stored pass, so it is replaced without a question only if it is known to give no
  // access.
  if (storedKey && storedKey !== key && (await givesAccess(storedKey)) !== false) {
    if (isActive === undefined) return reportFailedCheck(offered)
    if (questions === 0) return
    offerGuestKey(undefined)
    if (!(await ask(source))) return
  }
  offerGuestKey(undefined)
  store(storageKeys.guestKey, key)
  store(storageKeys.sessionExpiry, null)
}

/** Returns whether a key gives access; undefined when the check fails. */
const givesAccess = async (key: string): Promise<boolean | undefined> => {
  try {
    return (await checkGuestAccess(key)).active
  } catch {
    // The callers keep the key and check it again.
    return undefined
  }
}

const endedTexts = {
  link: {
    title: 'This link was not used',
    description: 'The live chat pass in this link has ended. The pass in this browser hasn’t changed.',
  },
  payment: {
    title: 'Your new pass has ended',
    description: 'The live chat pass from this payment has ended. The pass in this browser hasn’t changed.',
  },
} as const

const failedTexts = {
  link: {
    title: 'We couldn’t check your link yet',
    description: 'We’ll try again while this page is open. You can also open the link again.',
  },
  payment: {
    title: 'We couldn’t check your new pass yet',
    description: 'We’ll try again while this page is open. You can also open the link in its email.',
  },
} as const

const reported = new WeakSet<OfferedKey>()

/** Reports a failed check of an offered key. Does so once for each key, because later checks may fail too. */
const reportFailedCheck = (offered: OfferedKey): void => {
  if (reported.has(offered)) return
  reported.add(offered)
  toast(failedTexts[offered.source])
}
