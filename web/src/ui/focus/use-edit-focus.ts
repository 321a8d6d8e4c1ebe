import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from './is-focus-lost.ts'

interface Places {
  /** Selects the element of the form that gets the focus, usually its first field. */
  readonly field: string
  /** Selects the button that opens the form. */
  readonly button: string
}

/**
 * Moves the focus into a form when it opens, and back to the button that opened it when it closes. Both must be inside
 * the element of the returned reference. A form may close only when the server has responded: if the user is in another
 * control by then, the focus stays there.
 */
export const useEditFocus = <Frame extends HTMLElement>(
  isOpen: boolean,
  { field, button }: Places,
): RefObject<Frame | null> => {
  const frame = useRef<Frame>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen !== wasOpen.current && (isOpen || isFocusLost()))
      frame.current?.querySelector<HTMLElement>(isOpen ? field : button)?.focus()
    wasOpen.current = isOpen
  }, [isOpen, field, button])
  return frame
}
