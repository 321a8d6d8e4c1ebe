import { offlineText } from '#web/lib/auth-error.ts'
import { loadLater } from '#web/lib/load-later.ts'
import { isTooOld } from '#web/lib/too-old.ts'
import { tooOldText } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'

const forms = loadLater(() => import('./account-forms.ts'))

/** Loads the dialogs and forms of the profile before they are wanted. Rejects if they do not arrive. */
export const loadAccountForms = forms.load

const whatToDo = (failure: unknown): string => {
  if (isTooOld(failure)) return tooOldText
  return navigator.onLine ? 'Please try again. If that doesn’t help, reload the page.' : offlineText
}

/**
 * Returns the dialogs and forms of the profile, or undefined until they are loaded. If they do not arrive while
 * `isWanted`, a toast says so, and `giveUp` is called.
 */
export const useAccountForms = (isWanted: boolean, giveUp: () => void) =>
  forms.useCode(isWanted, (failure) => {
    toast({ title: 'This could not be opened', description: whatToDo(failure), variant: 'destructive' })
    giveUp()
  })
