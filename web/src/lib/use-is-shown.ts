import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns whether the component is still shown. Read it before a redirect: after a slow response, the user may have gone
 * to another page.
 */
export const useIsShown = (): Readonly<RefObject<boolean>> => {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
