import { useState } from 'react'
import { currentToast, dismissToast, toast, type ToastOptions } from './toast.ts'

export interface FailureToast {
  /** Shows the toast of a failed attempt. */
  readonly show: (options: Omit<ToastOptions, 'variant'>) => void
  /** Closes it once a later attempt has succeeded. A toast that has replaced it stays. */
  readonly close: () => void
}

const createFailureToast = (): FailureToast => {
  let id: number | undefined
  return {
    show: (options) => {
      toast({ ...options, variant: 'destructive' })
      id = currentToast()?.id
    },
    close: () => dismissToast(id),
  }
}

/** Returns the toast of one kind of attempt. It is the same object on every render. */
export const useFailureToast = (): FailureToast => useState(createFailureToast)[0]
