import { currentToast, dismissToast } from '../toast.ts'

/**
 * Returns the title and description of the shown toast, or an empty text. Does not render anything: `waitFor` runs again
 * on every change of the document, so it would never end.
 */
export const toastText = (): string => {
  const toast = currentToast()
  return toast ? [toast.title, toast.description].filter(Boolean).join(' / ') : ''
}

/** Removes the toast of an earlier test. */
export const forgetToast = (): void => {
  const toast = currentToast()
  if (toast) dismissToast(toast.id)
}
