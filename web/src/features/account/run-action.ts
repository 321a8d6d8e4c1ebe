import { useEffect } from 'react'
import { rereadAccess } from '#web/lib/access.ts'
import { toast } from '#web/ui/toast.ts'

/** Runs an action and shows `failureText` in a toast when it fails. Returns whether it succeeded. */
export const runAction = async (action: () => Promise<unknown>, failureText: string): Promise<boolean> => {
  try {
    await action()
    return true
  } catch {
    // These screens have fixed texts: the server's message would not help the user.
    toast({ title: 'Error', description: failureText, variant: 'destructive' })
    return false
  }
}

/** Time to read a toast before the page is reloaded, in milliseconds. */
export const readingTimeMs = 1500

let reload: ReturnType<typeof setTimeout> | undefined

/** Reloads the page after there was time to read its toast, unless the user has left it by then. */
export const reloadSoon = (): void => {
  clearTimeout(reload)
  reload = setTimeout(() => {
    reload = undefined
    window.location.reload()
  }, readingTimeMs)
}

const cancelReload = (): void => {
  if (reload === undefined) return
  clearTimeout(reload)
  reload = undefined
  // The reload would have read it.
  void rereadAccess()
}

/** Cancels a reload when the user leaves the page: the next page may have a form with unsent text. */
export const useReloadOnlyHere = (): void => useEffect(() => cancelReload, [])
