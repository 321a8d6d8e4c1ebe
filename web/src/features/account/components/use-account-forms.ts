import { offlineText } from '#web/lib/auth-error.ts'
import { lazyModule } from '#web/lib/lazy-module.ts'
import { isTooOld } from '#web/lib/too-old.ts'
import { tooOldText } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'

const forms = lazyModule(() => import('./account-forms.ts'))

/** Loads the dialogs and forms of the profile before they are needed. Rejects if they do not arrive. */
export const loadAccountForms = forms.load

const failureAdvice = (failure: unknown): string => {
  if (isTooOld(failure)) return tooOldText
  return navigator.onLine ? 'Please try again. If that doesn’t help, reload the page.' : offlineText
}

/**
 * Returns the dialogs and forms of the profile, or undefined until they are loaded. If they do not arrive while
 * `isNeeded`, a toast says so, and `giveUp` is called.
 */
export const useAccountForms = (isNeeded: boolean, giveUp: () => void) =>
  forms.useModule(isNeeded, (failure) => {
    toast({
      title: 'This form could not be loaded',
      description: failureAdvice(failure),
      variant: 'destructive',
    })
    giveUp()
  })
