import { useEffect } from 'react'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { rereadAccess } from '#web/lib/access.ts'
import { CallError } from '#web/lib/call.ts'
import { onPageRestored } from '#web/lib/page-restored.ts'
import { toast } from '#web/ui/toast.ts'
import { isUncertain } from './is-uncertain.ts'

/** Time to read a toast before the page is reloaded, in milliseconds. */
export const readingTimeMs = 1500

let reload: ReturnType<typeof setTimeout> | undefined
let reread: (() => Promise<AccessStatus | undefined>) | undefined

/**
 * Loads what the page shows again, without replacing its forms. Resolves with the access status, or undefined if it could
 * not be loaded.
 */
export const rereadPage = async (): Promise<AccessStatus | undefined> => reread?.()

const conflict = 409

const isConflict = (failure: unknown): boolean => failure instanceof CallError && failure.status === conflict

/** Reports that the subscription has ended. The usual text of a failure suggests trying again, which would not help. */
export const reportEnded = (): void =>
  toast({ title: 'Your subscription has already ended', description: 'This page now shows your access.' })

interface ActionOptions {
  /** Called when the action no longer fits, instead of showing the failure. */
  readonly onConflict?: () => void
  /** Returns whether the server has done an action whose response was lost. It then counts as successful. */
  readonly isDone?: (access: AccessStatus | undefined) => boolean | Promise<boolean>
}

/**
 * Runs an action and shows `failureText` in a toast when it fails. Returns whether it succeeded. After a failure, loads
 * what the page shows again: the action may no longer fit it, for example after a cancellation in another tab, or may have
 * been done although its response was lost.
 */
export const runAction = async (
  action: () => Promise<unknown>,
  failureText: string,
  { onConflict, isDone }: ActionOptions = {},
): Promise<boolean> => {
  try {
    await action()
    return true
  } catch (failure) {
    const access = rereadPage()
    if (isDone && isUncertain(failure) && (await isDone(await access))) return true
    if (onConflict && isConflict(failure)) onConflict()
    // These screens have fixed texts: the server's message would not help the user.
    else toast({ title: 'Error', description: failureText, variant: 'destructive' })
    return false
  }
}

/** Fields that the user has changed on the page. When a form is saved or closed, its fields leave the page. */
const changedFields = new Set<Element>()

const recordChange = ({ target }: Event): void => {
  // A checkbox is saved as soon as it is changed.
  const isCheckbox = target instanceof HTMLInputElement && target.type === 'checkbox'
  if (target instanceof Element && !isCheckbox) changedFields.add(target)
}

const hasUnsavedText = (): boolean => [...changedFields].some((field) => field.isConnected)

/** The id of a card whose buttons reload the page. */
type ReloadedCard = 'actions' | 'billing'

/** Reloads the page. The state of its address says where the focus is afterwards: see `focus-after-reload.tsx`. */
export const reloadFrom = (card: ReloadedCard): void => {
  history.replaceState({ ...history.state, card }, '')
  window.location.reload()
}

/**
 * Reloads the page after there was time to read its toast, unless the user has left it by then. If the page contains
 * text that is not saved, which a reload would delete, it only loads its data again.
 *
 * @param card where the focus is afterwards
 */
export const reloadSoon = (card: ReloadedCard): void => {
  clearTimeout(reload)
  reload = setTimeout(() => {
    reload = undefined
    if (hasUnsavedText()) void rereadPage()
    else reloadFrom(card)
  }, readingTimeMs)
}

const cancelReload = (): void => {
  if (reload === undefined) return
  clearTimeout(reload)
  reload = undefined
  // The cancelled reload would have loaded the access status.
  void rereadAccess()
}

/**
 * Cancels a reload when the user leaves the page: the next page may have a form with unsent text. Loads the data again
 * when the user comes back from the payment provider.
 *
 * @param rereadData loads the data of the page again. Must be the same function on every render
 */
export const useReloadOnlyHere = (rereadData: () => void): void =>
  useEffect(() => {
    reread = () => {
      rereadData()
      return rereadAccess()
    }
    document.addEventListener('input', recordChange)
    const stopWatching = onPageRestored(() => void rereadPage())
    return () => {
      stopWatching()
      document.removeEventListener('input', recordChange)
      changedFields.clear()
      reread = undefined
      cancelReload()
    }
  }, [rereadData])
