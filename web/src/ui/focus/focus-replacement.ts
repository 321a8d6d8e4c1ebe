import { isFocusLost } from './is-focus-lost.ts'

/** Finds the headings of a part of the page, except those in a menu, which may be closed. */
const headings = ':is(h1, h2, h3):not(dialog *)'

/** Returns the first heading of a part of the page. From then on, it can get the focus. */
export const headingIn = (part: Element | null | undefined): HTMLElement | undefined => {
  const heading = part?.querySelector<HTMLElement>(headings)
  if (!heading) return undefined
  heading.tabIndex = -1
  return heading
}

const retryMs = 50
/** Time after which an element that has not appeared is no longer waited for. */
const maxWaitMs = 10_000

/**
 * Moves the focus to an element, once it is in the page, if the control that was just pressed has been removed. Without
 * this, keyboard users would start at the top of the page again. Does nothing if the focus is elsewhere.
 */
export const focusReplacement = (find: () => HTMLElement | null | undefined): void => {
  const startedAt = performance.now()
  const look = () => {
    if (!isFocusLost()) return
    const found = find()
    if (found) found.focus()
    else if (performance.now() - startedAt < maxWaitMs) setTimeout(look, retryMs)
  }
  // The page is updated before the next task.
  setTimeout(look)
}
