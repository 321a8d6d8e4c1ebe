import styles from './composer-cover.module.css'

/**
 * Covers the part of a provider's window in which visitors write, because the page cannot change the frame inside,
 * which is of another origin. The conversation stays readable. The keyboard cannot reach a covered frame. Returns a
 * function that removes the cover.
 */
export const coverComposer = (container: HTMLElement): (() => void) => {
  const frame = container.querySelector('iframe')
  const cover = document.createElement('div')
  cover.className = styles['cover'] ?? ''
  const notice = document.createElement('p')
  notice.className = styles['notice'] ?? ''
  notice.tabIndex = -1
  notice.textContent = 'Your session is over. You can still read your conversation.'
  cover.append(notice)
  container.append(cover)
  if (frame !== null && document.activeElement === frame) notice.focus()
  frame?.setAttribute('tabindex', '-1')
  return () => {
    frame?.removeAttribute('tabindex')
    cover.remove()
  }
}
