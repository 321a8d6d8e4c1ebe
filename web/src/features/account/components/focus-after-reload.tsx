import { useEffect } from 'react'
import { headingIn } from '#web/ui/focus/focus-replacement.ts'
import { isFocusLost } from '#web/ui/focus/is-focus-lost.ts'

/**
 * Moves the focus to the heading of the card from which the page was reloaded, once: keyboard users would otherwise start
 * at the top of the page again. Does nothing if the user has moved the focus in the meantime.
 */
export const FocusAfterReload = () => {
  useEffect(() => {
    const { card, ...state } = history.state ?? {}
    if (!card) return
    history.replaceState(state, '')
    if (isFocusLost()) headingIn(document.getElementById(card))?.focus()
  }, [])
  return null
}
