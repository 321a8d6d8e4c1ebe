import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that opens a page of another site in this tab. Does nothing once the component is no longer shown:
 * after a slow response, the user may have gone to another page.
 */
export const useOpenHere = (): ((url: string) => void) => {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback((url: string) => {
    if (isShown.current) window.location.assign(url)
  }, [])
}
