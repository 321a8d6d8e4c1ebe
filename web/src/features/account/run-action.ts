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
const readingTimeMs = 1500

/** Reloads the page after there was time to read its toast. */
export const reloadSoon = (): void => {
  setTimeout(() => window.location.reload(), readingTimeMs)
}
