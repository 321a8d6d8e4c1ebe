import type { MouseEvent } from 'react'

/**
 * Returns a click handler for an action that may remove the pressed button. It then moves the focus to the heading of the
 * section or page: keyboard users would otherwise start at the top of the page again.
 */
export const keepFocus =
  (action: () => unknown) =>
  ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const heading = currentTarget.closest('section, main')?.querySelector<HTMLElement>('h1, h2, h3')
    const act = async () => {
      await action()
      // The page is updated before the next task.
      setTimeout(() => {
        if (!heading || document.activeElement !== document.body) return
        heading.tabIndex = -1
        heading.focus()
      })
    }
    void act()
  }
