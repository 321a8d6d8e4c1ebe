import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the element of the returned reference when it is shown or, with `isReady`, once that is true. For
 * the heading or link of content that replaces what was pressed.
 */
export const useFocusWhen = <Place extends HTMLElement>(isReady = true): RefObject<Place | null> => {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (isReady) place.current?.focus()
  }, [isReady])
  return place
}
