import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that returns whether the component is still shown. Ask it before a redirect: after a slow response,
 * the user may have gone to another page.
 */
export const useIsShown = (): (() => boolean) => {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
