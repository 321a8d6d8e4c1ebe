import { currentToast, dismissToast } from '../toast.ts'

/**
 * What the toast that is up says, title and description; empty when there is none. It draws nothing: a
 * `waitFor` asks again at every change of the document, and would then never stop.
 */
export const toastText = (): string => {
  const toast = currentToast()
  return toast ? [toast.title, toast.description].filter(Boolean).join(' / ') : ''
}

/** Takes down what an earlier test has shown. */
export const forgetToast = (): void => {
  const toast = currentToast()
  if (toast) dismissToast(toast.id)
}
