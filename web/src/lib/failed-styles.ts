import { loadStyles } from './load-styles.ts'

/** Addresses of style sheets that did not arrive. */
const failed = new Set<string>()

/** Records the style sheets that do not arrive from now on. Has no effect on the server. */
export const recordFailedStyles = (): void => {
  if (typeof document === 'undefined') return
  document.addEventListener('error', recordFailure, { capture: true })
}

const recordFailure = ({ target }: Event): void => {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  failed.add(target.href)
  target.remove()
}

/**
 * Requests again the style sheets that did not arrive. Vite requests each one only once: the next import of the same
 * code would succeed without it. Rejects if one fails again.
 */
export const loadFailedStyles = async (): Promise<void> => {
  await Promise.all(
    [...failed].map(async (href) => {
      await loadStyles(href)
      failed.delete(href)
    }),
  )
}
