import { lazyForms } from '#web/components/lazy-forms.ts'

/** The dialogs and forms of the profile, which the page loads once its content is shown. */
export const { load: loadAccountForms, useForms: useAccountForms } = lazyForms(
  () => import('./account-forms.ts'),
)
