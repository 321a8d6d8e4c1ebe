import { currentToast, useToast } from '#web/ui/toast.ts'

/** Returns a function that closes the toast of a failed attempt, once a later one has succeeded. */
export const useCloseFailure = (): (() => void) => {
  const { dismiss } = useToast()
  return () => {
    const shown = currentToast()
    if (shown?.variant === 'destructive') dismiss(shown.id)
  }
}
