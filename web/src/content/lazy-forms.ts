import { offlineText } from '#web/lib/auth-error.ts'
import { lazyModule } from '#web/lib/lazy-module.ts'
import { isTooOld } from '#web/lib/too-old.ts'
import { tooOldText } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'

const failureAdvice = (failure: unknown): string => {
  if (isTooOld(failure)) return tooOldText
  return navigator.onLine ? 'Please try again. If that doesn’t help, reload the page.' : offlineText
}

/**
 * Creates dialogs or forms that are loaded when one is opened, or when `load` is called before. `useForms` returns them,
 * or undefined until they are loaded. If they do not arrive while `isNeeded`, a toast says so, and `giveUp` is called.
 * Without them, the rest of the page works, which an error boundary would replace.
 */
export const lazyForms = <Forms extends object>(importForms: () => Promise<Forms>) => {
  const forms = lazyModule(importForms)
  return {
    load: forms.load,
    useForms: (isNeeded: boolean, giveUp: () => void): Forms | undefined =>
      forms.useModule(isNeeded, (failure) => {
        toast({
          title: 'This form could not be loaded',
          description: failureAdvice(failure),
          variant: 'destructive',
        })
        giveUp()
      }),
  }
}
