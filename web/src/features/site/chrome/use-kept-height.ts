import { useLayoutEffect, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'

/** Delay after the last movement before the height is stored, in milliseconds. Safari limits how often it may be. */
const saveAfterMs = 300
/** Time after which the earlier height is given up, even if content is still loading, in milliseconds. */
const keepMs = 8000

/**
 * Sets the height of the main part, and stops the browser from moving the page when content above the view arrives.
 * Undefined ends both.
 */
const keep = (height: number | undefined): void => {
  const { style } = document.documentElement
  style.setProperty('--kept-height', height === undefined ? '' : `${height}px`)
  style.setProperty('--kept-anchor', height === undefined ? '' : 'none')
}

const stateOfEntry = (): Readonly<Record<string, unknown>> => ({ ...history.state })

/** Returns whether the visitor has scrolled on this entry of the history before: the browser then restores the place. */
export const isReturn = (): boolean => typeof stateOfEntry()['height'] === 'number'

/**
 * Gives a page to which the visitor returns the height that it had, until its content has loaded. Browsers restore the
 * scroll position earlier than that. In a page that is still short they stop at its end, and then follow the footer as
 * the content pushes it down. An inline script does the same before the app is loaded (`shared/values/early-calls.ts`).
 */
export const useKeptHeight = (main: RefObject<HTMLElement | null>): void => {
  const { key } = useLocation()
  useLayoutEffect(() => {
    const { height } = stateOfEntry()
    if (typeof height === 'number') keep(height)
    const save = () => {
      const state = stateOfEntry()
      // While the code of the next page is loading, this page is still shown at the address of the next.
      if ((state['key'] ?? 'default') === key)
        history.replaceState({ ...state, height: main.current?.offsetHeight }, '')
    }
    const release = () => {
      keep(undefined)
      if (typeof height === 'number') save()
    }
    let saving: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(saving)
      saving = setTimeout(save, saveAfterMs)
    }
    // The browser restores the place directly after this event, while the code of the page may still be loading.
    const onReturn = () => {
      const earlier = stateOfEntry()['height']
      if (typeof earlier === 'number') keep(earlier)
    }
    const keeping = setTimeout(release, keepMs)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('popstate', onReturn)
    return () => {
      clearTimeout(saving)
      clearTimeout(keeping)
      keep(undefined)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('popstate', onReturn)
    }
  }, [main, key])
}
