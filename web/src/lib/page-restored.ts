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

/** Reloads a page that leads to a payment page when it is restored: its buttons wait and its status is out of date. */
export const useReloadOnReturn = (): void => useEffect(() => onPageRestored(reload), [])
