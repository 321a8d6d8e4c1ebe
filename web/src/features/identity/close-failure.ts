import { currentToast, dismissToast } from '#web/ui/toast.ts'

/** Closes the toast of a failed attempt, once a later one has succeeded. */
export const closeFailure = (): void => {
  const shown = currentToast()
  if (shown?.variant === 'destructive') dismissToast(shown.id)
}
