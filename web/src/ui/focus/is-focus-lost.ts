/**
 * Returns whether no element has the focus: the one that had it was removed or disabled. The next Tab key then starts at
 * the top of the page.
 */
export const isFocusLost = (): boolean => document.activeElement === document.body
