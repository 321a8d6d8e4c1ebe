import { useEffect } from 'react'
import { lazyModule } from '#web/lib/lazy-module.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { codeFailureAdvice } from '#web/lib/code-failure.ts'

/**
 * Creates dialogs or forms that are loaded when one is opened, or when `load` is called before. `useForms` returns
 * them, or undefined until they are loaded. If they do not arrive while `isNeeded`, a toast says so, and `giveUp` is
 * called. The rest of the page works without them; an error boundary would replace all of it.
 */
export const lazyForms = <Forms extends object>(importForms: () => Promise<Forms>) => {
  const forms = lazyModule(importForms)
  return {
    load: forms.load,
    useForms: (isNeeded: boolean, giveUp: () => void): Forms | undefined => {
      const failureToast = useFailureToast()
      const loaded = forms.useModule(isNeeded, (failure) => {
        failureToast.show({
          title: 'This form could not be loaded',
          description: codeFailureAdvice(failure),
        })
        giveUp()
      })
      const isLoaded = loaded !== undefined
      useEffect(() => {
        if (isLoaded) failureToast.close()
      }, [isLoaded, failureToast])
      return loaded
    },
  }
}
