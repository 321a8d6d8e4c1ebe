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
 * Reloads the page when it is restored. For pages that lead to a payment page, whose buttons wait and whose status is out
 * of date, and for pages that must forget what they were opened with.
 */
export const useReloadOnReturn = (): void => useEffect(() => onPageRestored(reload), [])
