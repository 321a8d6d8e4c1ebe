import { useEffect } from 'react'

/**
 * Calls `listener` when the browser's Back button shows this page again as it was. Returns a function that stops
 * listening.
 */
export const onPageRestored = (listener: () => void): (() => void) => {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}

const reload = (): void => window.location.reload()

/**
 * Reloads the page when it is restored. Used on pages that lead to a payment page, because their buttons are still busy
 * and their status is out of date, and on pages that must forget what they were opened with.
 */
export const useReloadOnReturn = (): void => useEffect(() => onPageRestored(reload), [])
