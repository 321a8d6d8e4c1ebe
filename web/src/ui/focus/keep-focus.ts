import type { MouseEvent } from 'react'
import { headingIn } from './focus-replacement.ts'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * Returns a click handler for an action that may remove the pressed button, immediately or when it ends. The focus then
 * moves to the heading of the section, or else of the page, or else to the page: keyboard users would otherwise start
 * at the top of the page again.
 */
export const keepFocus =
  (action: () => unknown) =>
  ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const [section, page] = [currentTarget.closest('section'), currentTarget.closest('main')]
    const moveIfLost = () => {
      if (!isFocusLost()) return
      const place = headingIn(section) ?? headingIn(page) ?? page
      place?.focus()
    }
    const act = async () => {
      const end = action()
      // The page is updated before the next task.
      setTimeout(moveIfLost)
      await end
      setTimeout(moveIfLost)
    }
    void act()
  }
