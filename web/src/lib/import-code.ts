import { loadStyles } from './load-styles.ts'

/** Addresses of style sheets that did not arrive. */
const failedStyles = new Set<string>()

const recordFailure = ({ target }: Event): void => {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  failedStyles.add(target.href)
  target.remove()
}

// There is no document on the server.
if (typeof document !== 'undefined') document.addEventListener('error', recordFailure, { capture: true })

/**
 * Imports code that is loaded on demand. First requests again the style sheets that did not arrive: Vite requests each one
 * only once, and the next import of the same code would succeed without it. One that fails again may belong to other code,
 * so it does not stop the import.
 */
export const importCode = async <Module>(importModule: () => Promise<Module>): Promise<Module> => {
  const load = async (href: string) => {
    await loadStyles(href)
    failedStyles.delete(href)
  }
  await Promise.allSettled([...failedStyles].map(load))
  return importModule()
}
