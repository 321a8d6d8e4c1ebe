import { type FocusEvent, useCallback, useRef } from 'react'
import { isFocusLost } from '#web/ui/focus/is-focus-lost.ts'

/**
 * Returns handlers for an element, and a function that returns whether a control in it had the focus until the control
 * was removed from the page. A click outside the main part of the page also removes the focus, but the user did that,
 * and moving it back could scroll the page.
 */
export const useLostFocus = () => {
  const focused = useRef<Element | null>(null)
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    focused.current = target
  }
  const onBlur = ({ target }: FocusEvent<HTMLElement>) =>
    // Browsers report the removal of the control in the same way, before it is removed.
    queueMicrotask(() => {
      const isWindowLeft = document.activeElement === target
      if (target.isConnected && !isWindowLeft && focused.current === target) focused.current = null
    })
  const isLost = useCallback(() => isFocusLost() && focused.current?.isConnected === false, [])
  return { handlers: { onFocus, onBlur }, isLost }
}
