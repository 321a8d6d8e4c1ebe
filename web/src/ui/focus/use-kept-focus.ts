import { type RefObject, useEffect, useRef } from 'react'
import { headingIn } from './focus-replacement.ts'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * Moves the focus to the heading of a card when the focused control is removed from it, for example after the
 * subscription has changed in another tab. Keyboard users would otherwise start at the top of the page again.
 */
export const useKeptFocus = (): RefObject<HTMLElement | null> => {
  const card = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      // A dialog returns the focus to its button when it closes.
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      focused.current = card.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const isRemoved = focused.current?.isConnected === false
    if (!isRemoved || !isFocusLost()) return
    headingIn(card.current)?.focus({ preventScroll: true })
  })
  return card
}
