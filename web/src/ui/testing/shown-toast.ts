import { renderHook } from '@testing-library/react'
import { dismissToast, useToast } from '../toast.ts'

const shown = () => {
  const { result, unmount } = renderHook(() => useToast().current)
  unmount()
  return result.current
}

/** What the toast that is up says, title and description; empty when there is none. */
export const toastText = (): string => {
  const toast = shown()
  return toast ? [toast.title, toast.description].filter(Boolean).join(' / ') : ''
}

/** Takes down what an earlier test has shown. */
export const forgetToast = (): void => {
  const toast = shown()
  if (toast) dismissToast(toast.id)
}
